// As bot.py, but for lists; answers from another thread.
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>

static std::string answer(const std::string &line) {
  if (line.rfind("read ", 0) != 0) return line;
  std::ifstream f(line.substr(5));
  std::string first;
  if (!std::getline(f, first)) return "error " + std::to_string(errno);
  return first;
}

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::string out;
    std::thread t([&] { out = answer(line); });
    t.join();
    std::cout << out << std::endl;
  }
}
