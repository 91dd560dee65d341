#include "limiter.h"
#include <vector>

namespace net {

constexpr int kBurst = 10;

class Limiter final : public Base {
 public:
  explicit Limiter(int rate);
  virtual bool acquire(int permits);
};

bool Limiter::acquire(int permits) {
  return permits < kBurst;
}

}  // namespace net
