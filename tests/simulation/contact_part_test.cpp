// A mechanism asks parts that it does not know: here two tethers of Maxwell's kind, springs each in series with a
// damper.
#include <algorithm>
#include <complex>
#include <string>
#include <vector>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "carom/integrators/integrator.h"
#include "carom/model/model_builder.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom::simulation_tests {
namespace {

// Pulls the first body back along x with k (x − z), where the damper gives way by ż = k (x − z)/c. In y it has z, and
// how often nothing happened; in the ledger what the spring holds, what the damper has taken, and that number.
class Tether final : public ContactPart {
 public:
  Tether(std::string name, double stiffness, double damping)
      : name_(std::move(name)), stiffness_(stiffness), damping_(damping) {}

  [[nodiscard]] int num_active() const override { return 1; }
  [[nodiscard]] int num_passive() const override { return 1; }
  void append_stored_rows(std::vector<LedgerRow>& rows) const override { rows.push_back({name_ + " spring"}); }
  void append_integral_rows(std::vector<LedgerRow>& rows) const override {
    rows.push_back({name_ + " damper", LedgerKind::Dissipated});
  }
  void append_total_rows(std::vector<LedgerRow>& rows) const override {
    rows.push_back({name_ + " total", LedgerKind::Dissipated});
  }
  void calc_motion(double /*time*/, const Kinematics& kinematics) override { x_ = kinematics.body(1).p_WB[0]; }
  void follow(std::span<const double> y) override { stretch_ = x_ - y[place().active]; }
  void add_forces(std::span<const double> /*y*/, const Kinematics& /*kinematics*/, AppliedForces& applied) override {
    applied.add_force(1, PackedVector3(Vector3::Zero()), -stiffness_ * stretch_ * Vector3::UnitX());
  }
  void write_rates(std::span<double> rate) const override {
    const double yielding = stiffness_ * stretch_ / damping_;
    rate[place().active] = yielding;
    rate[place().integrals] = damping_ * yielding * yielding;
    rate[place().passive] = 0.0;
  }
  [[nodiscard]] double calc_stored(int /*row*/, std::span<const double> y) const override {
    const double stretch = x_ - y[place().active];
    return 0.5 * stiffness_ * stretch * stretch;
  }
  void write_totals(std::span<const double> y, std::span<LedgerRow> rows) const override {
    rows.front().value = y[place().passive];
  }
  [[nodiscard]] int num_views() const override { return 1; }
  [[nodiscard]] const std::string& view_name(int /*view*/) const override { return name_; }
  [[nodiscard]] Contact look_at(int /*view*/, std::span<const double> /*y*/) const override {
    Contact contact;
    contact.normal_force = stiffness_ * stretch_;
    return contact;
  }
  void append_touching(std::span<const double> y, std::vector<Contact>& contacts) const override {
    contacts.push_back(look_at(0, y));
  }

 private:
  std::string name_;
  double stiffness_, damping_;  // [N/m], [N·s/m]
  double x_{}, stretch_{};      // [m]
};

constexpr double kMass = 2.0, kStiff = 30.0, kSoft = 7.0, kThick = 4.0, kThin = 0.9, kStart = 0.3;

Model make_slider() {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body({.name = "slider",
                    .mass = {.mass = kMass, .inertia_about_center = Matrix3::Identity()},
                    .joint = {.type = JointType::Prismatic, .axis = Vector3::UnitX()}});
  return builder.build();
}

// (x, v, z of one, z of the other) at a time, by the eigenvectors of their rates.
Eigen::Vector4d calc_exact(double time) {
  const double a = kStiff / kThick, b = kSoft / kThin;
  Eigen::Matrix4d A;
  A << 0.0, 1.0, 0.0, 0.0,                                            //
      -(kStiff + kSoft) / kMass, 0.0, kStiff / kMass, kSoft / kMass,  //
      a, 0.0, -a, 0.0,                                                //
      b, 0.0, 0.0, -b;
  const Eigen::EigenSolver<Eigen::Matrix4d> modes(A);
  const Eigen::Vector4cd start = Eigen::Vector4d(kStart, 0.0, 0.0, 0.0).cast<std::complex<double>>();
  const Eigen::Vector4cd shares = modes.eigenvectors().partialPivLu().solve(start);
  const Eigen::Vector4cd grown = (modes.eigenvalues() * time).array().exp() * shares.array();
  return (modes.eigenvectors() * grown).real();
}

TEST(ContactPart, TwoPartsThatNoMechanismKnowsMoveItAndKeepItsAccount) {
  const Model model = make_slider();
  Tether stiff("stiff", kStiff, kThick), soft("soft", kSoft, kThin);
  MechanismSystem system(model, {&stiff, &soft});
  State state = model.make_initial_state();
  state.q[0] = kStart;
  std::vector<double> y(static_cast<std::size_t>(system.size()));
  system.pack(state, y);
  const double initial = system.make_ledger(0.0, y).total(LedgerKind::Stored);
  EXPECT_DOUBLE_EQ(initial, 0.5 * (kStiff + kSoft) * kStart * kStart);

  // Rates of up to 10/s: steps of 1 ms err by (10⁻²)⁵/120 each, 10⁻⁹ of the start after a second.
  const auto integrator = make_integrator(system, nullptr, FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-3});
  ASSERT_FALSE(integrator->restart(0.0, y).failed());
  while (integrator->time() < 1.0) ASSERT_FALSE(integrator->step(1.0).failed());

  const Eigen::Vector4d exact = calc_exact(1.0);
  const std::span<const double> end = integrator->state();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(end[i], exact[static_cast<Eigen::Index>(i)], 1e-9 * kStart) << "number " << i;
  }
  Ledger ledger = system.make_ledger(1.0, end);
  ledger.initial = initial;
  EXPECT_NEAR(ledger.residual(), 0.0, 1e-9 * initial);
  ASSERT_NE(ledger.find("soft damper"), nullptr);
  EXPECT_GT(ledger.find("soft damper")->value, 0.01 * initial);
}

TEST(ContactPart, NumbersRowsAndViewsComeInTheOrderOfTheParts) {
  const Model model = make_slider();
  Tether stiff("stiff", kStiff, kThick), soft("soft", kSoft, kThin);
  MechanismSystem system(model, {&soft, &stiff});
  // q, v, two active numbers, two integrals, two passive numbers.
  ASSERT_EQ(system.size(), 8);
  EXPECT_EQ(system.num_active(), 4);
  std::vector<double> y{kStart, 0.0, 0.1, -0.2, 0.0, 0.0, 5.0, 6.0};
  const Ledger ledger = system.make_ledger(0.0, y);
  std::vector<std::string> names;
  for (const LedgerRow& row : ledger.rows) names.push_back(row.name);
  EXPECT_EQ(names, (std::vector<std::string>{"kinetic", "gravity", "soft spring", "stiff spring", "soft damper",
                                             "stiff damper", "soft total", "stiff total"}));
  EXPECT_DOUBLE_EQ(ledger.rows[6].value, 5.0);
  EXPECT_DOUBLE_EQ(ledger.rows[7].value, 6.0);

  ASSERT_TRUE(system.calc_forces(0.0, y));
  ASSERT_EQ(system.num_contacts(), 2);
  EXPECT_EQ(system.contact_name(0), "soft");
  EXPECT_EQ(system.contact_name(1), "stiff");
  EXPECT_DOUBLE_EQ(system.look_at_contact(0, y).normal_force, kSoft * (kStart - 0.1));
  EXPECT_DOUBLE_EQ(system.look_at_contact(1, y).normal_force, kStiff * (kStart + 0.2));
  std::vector<Contact> touching;
  system.append_contacts(y, touching);
  EXPECT_EQ(touching.size(), 2U);
}

}  // namespace
}  // namespace carom::simulation_tests
