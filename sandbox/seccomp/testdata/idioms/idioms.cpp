// Odd things that honest C++ programs do.
#include <chrono>
#include <ctime>
#include <future>
#include <iostream>
#include <mutex>
#include <random>
#include <string>
#include <thread>

int main() {
	std::random_device seed;
	std::mt19937 random(seed());
	std::time_t now = std::time(nullptr);
	std::string date = std::ctime(&now);
	std::this_thread::sleep_for(std::chrono::milliseconds(1));
	auto answer = std::async(std::launch::async, [&] { return random() != 0; });
	std::string line;
	std::getline(std::cin, line);
	std::cout << "ok " << answer.get() << std::thread::hardware_concurrency() << date.size() << line << std::endl;
	if (line == "abort")
		throw std::string("nobody catches this");
}
