#pragma once

#include "carom/math/types.h"

namespace carom {

/// The door through which inputs reach a simulation: see Simulation.
class InputSink {
 public:
  enum class Scalar { Effort, Target, TargetRate, DriveSpeed };
  enum class Vector { Force, Torque, Gravity };

  virtual ~InputSink() = default;
  [[nodiscard]] virtual double get(Scalar what, int index) const = 0;
  virtual void set(Scalar what, int index, double value) = 0;
  [[nodiscard]] virtual Vector3 get(Vector what, int body) const = 0;
  virtual void set(Vector what, int body, const Vector3& value) = 0;
};

/// A number that acts on a simulation from the moment at which it is assigned, until it is assigned again.
///
/// It can be kept, which saves looking up its name, for as long as its simulation lives. Assigning throws InputError
/// for a value that is not finite.
class ScalarInput {
 public:
  ScalarInput(InputSink& sink, InputSink::Scalar what, int index) : sink_(&sink), what_(what), index_(index) {}
  ScalarInput(const ScalarInput&) = default;

  // NOLINTBEGIN(misc-unconventional-assign-operator,google-explicit-constructor): it stands for a number
  ScalarInput& operator=(double value) {
    sink_->set(what_, index_, value);
    return *this;
  }
  ScalarInput& operator=(const ScalarInput& other) { return *this = static_cast<double>(other); }
  operator double() const { return sink_->get(what_, index_); }
  // NOLINTEND(misc-unconventional-assign-operator,google-explicit-constructor)

 private:
  InputSink* sink_;
  InputSink::Scalar what_;
  int index_;
};

/// The same for a vector.
class VectorInput {
 public:
  VectorInput(InputSink& sink, InputSink::Vector what, int body) : sink_(&sink), what_(what), body_(body) {}
  VectorInput(const VectorInput&) = default;

  // NOLINTBEGIN(misc-unconventional-assign-operator,google-explicit-constructor): it stands for a vector
  VectorInput& operator=(const Vector3& value) {
    sink_->set(what_, body_, value);
    return *this;
  }
  VectorInput& operator=(const VectorInput& other) { return *this = static_cast<Vector3>(other); }
  operator Vector3() const { return sink_->get(what_, body_); }
  // NOLINTEND(misc-unconventional-assign-operator,google-explicit-constructor)

 private:
  InputSink* sink_;
  InputSink::Vector what_;
  int body_;
};

}  // namespace carom
