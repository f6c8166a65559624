// Takes the compiler minutes and gigabytes.
template <int N, int M> struct F { static const unsigned long long v = F<N - 1, M>::v + F<N - 1, M + 1>::v * 3 + F<N - 1, M + 2>::v; };
template <int M> struct F<0, M> { static const unsigned long long v = M; };
int main() { return F<800, 0>::v & 1; }
