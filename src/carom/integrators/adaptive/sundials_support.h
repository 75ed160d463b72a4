#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>

#include "carom/integrators/guarded_system.h"

namespace carom::sundials {

/// SUNDIALS' handles with their release functions.
template <auto Release>
struct Releaser {
  template <class T>
  void operator()(T* handle) const {
    if constexpr (std::is_invocable_v<decltype(Release), T**>) {
      Release(&handle);
    } else {
      Release(handle);
    }
  }
};
template <class Handle, auto Release>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Releaser<Release>>;

using Context = Owned<SUNContext, SUNContext_Free>;
using Matrix = Owned<SUNMatrix, SUNMatDestroy>;
using LinearSolver = Owned<SUNLinearSolver, SUNLinSolFree>;
using NonlinearSolver = Owned<SUNNonlinearSolver, SUNNonlinSolFree>;

/// Their creators return null only where memory ran out.
template <class Handle>
[[nodiscard]] Handle require(Handle handle) {
  if (handle == nullptr) throw std::bad_alloc();
  return handle;
}

[[nodiscard]] inline Context make_context() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  return Context(require(context));
}

/// A state as SUNDIALS sees it: a view of memory that is ours. Of length one at least, because SUNDIALS divides by it.
class StateVector {
 public:
  StateVector(int size, SUNContext context)
      : size_(static_cast<std::size_t>(size)),
        values_(std::max<std::size_t>(size_, 1)),
        vector_(require(N_VMake_Serial(static_cast<sunindextype>(values_.size()), values_.data(), context))) {}

  [[nodiscard]] std::span<double> values() { return std::span(values_).first(size_); }
  [[nodiscard]] std::span<const double> values() const { return std::span(values_).first(size_); }
  [[nodiscard]] N_Vector get() const { return vector_.get(); }

 private:
  std::size_t size_;
  std::vector<double> values_;
  Owned<N_Vector, N_VDestroy> vector_;
};

/// How often a step is shortened before a solver gives up. Theirs, 7 and 10, are few where a force begins to act after
/// a long rest; so many make a step shorter than the clock can tell.
inline constexpr int kMostFailedTrials = 60;

/// What a solver's callbacks see.
struct CallbackData {
  GuardedSystem* system{};
  char message[256]{};  // the last error, kept from standard error
};

/// f(t, y) for SUNDIALS: 0 for success, positive to ask for a smaller step, negative to give up.
inline int calc_rate(double time, N_Vector y, N_Vector rate, void* data) {
  GuardedSystem& system = *static_cast<CallbackData*>(data)->system;
  const auto size = static_cast<std::size_t>(system.size());
  double* const rate_values = N_VGetArrayPointer(rate);
  rate_values[0] = 0.0;
  const RateStatus status = system.calc_rate(time, {N_VGetArrayPointer(y), size}, {rate_values, size});
  if (status == RateStatus::Ok) return 0;
  return status == RateStatus::Fatal ? -1 : 1;
}

inline void keep_message(int /*code*/, const char* /*module*/, const char* /*function*/, char* message, void* data) {
  auto& kept = static_cast<CallbackData*>(data)->message;
  std::strncpy(kept, message, sizeof(kept) - 1);
}

}  // namespace carom::sundials
