#pragma once

#include <memory>

#include "carom/simulation/formulation.h"

namespace carom {

/// A mechanism in which nothing touches.
class FreeMotion final : public Formulation {
 public:
  FreeMotion(const Model& model, const IntegratorOptions& options)
      : system_(model), integrator_(make_integrator(system_, nullptr, options)) {}

  [[nodiscard]] MechanismSystem& system() override { return system_; }
  [[nodiscard]] Integrator& integrator() override { return *integrator_; }
  [[nodiscard]] const std::vector<ContactReport>& reports() const override { return reports_; }

 private:
  MechanismSystem system_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<ContactReport> reports_;  // none
};

}  // namespace carom
