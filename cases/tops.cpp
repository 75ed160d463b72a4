#include "cases/tops.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/math/elliptic.h"
#include "carom/model/model_builder.h"

namespace carom::cases {
namespace {

Matrix3 turn_x(double angle) { return matrix_from_axis_angle(Vector3::UnitX(), angle); }
Matrix3 turn_z(double angle) { return matrix_from_axis_angle(Vector3::UnitZ(), angle); }

std::vector<double> list_quaternion(const Matrix3& R) {
  const Quaternion q = quaternion_from_matrix(R);
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace

FreeTop FreeTop::about_greatest_axis() {
  return {.name = "free top about its greatest axis", .rate_cn = 1.0, .rate_dn = 1.5};
}

FreeTop FreeTop::about_least_axis() {
  return {.name = "free top about its least axis", .rate_cn = 0.4, .rate_dn = 2.0, .turns_about_least_axis = true};
}

// In axes 1, 2, 3 with 3 the axis it turns about, whichever that is.
FreeTop::Attitude FreeTop::calc_attitude(double time) const {
  // Axes in the order of the formulas: (3, −2, 1) is right-handed too.
  Matrix3 R_BN = Matrix3::Identity();
  if (turns_about_least_axis) R_BN << 0.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0;
  const double I1 = turns_about_least_axis ? inertia[2] : inertia[0];
  const double I2 = inertia[1];
  const double I3 = turns_about_least_axis ? inertia[0] : inertia[2];
  const double sense = turns_about_least_axis ? -1.0 : 1.0;

  const double M_squared = I1 * I1 * rate_cn * rate_cn + I3 * I3 * rate_dn * rate_dn;
  const double two_E = I1 * rate_cn * rate_cn + I3 * rate_dn * rate_dn;
  const double M = std::sqrt(M_squared);
  const double pace = std::sqrt((I3 - I2) * (M_squared - two_E * I1) / (I1 * I2 * I3));
  const double m = (I2 - I1) * (two_E * I3 - M_squared) / ((I3 - I2) * (M_squared - two_E * I1));
  const double rate_sn = std::sqrt((two_E * I3 - M_squared) / (I2 * (I3 - I2)));
  const JacobiFunctions f = calc_jacobi_functions(pace * time, m);
  const Vector3 w_N(rate_cn * f.cn, sense * rate_sn * f.sn, rate_dn * f.dn);

  // φ̇ = M (a + (b − a) s²)/(I₁ a (1 − n s²)) with s = sn τ
  const double a = I1 * rate_cn * rate_cn;
  const double b = I2 * rate_sn * rate_sn;
  const double n = 1.0 - I2 * b / (I1 * a);
  const double third = calc_elliptic_third(n, f.am, m) / pace;
  const double phi = M / (I1 * a) * ((a + (b - a) / n) * third - (b - a) / n * time);

  // The angular momentum along z fixes the other two of Euler's angles.
  const Vector3 e = Vector3(I1 * w_N[0], I2 * w_N[1], I3 * w_N[2]) / M;
  const Matrix3 R_WN = turn_z(phi) * turn_x(std::atan2(std::hypot(e[0], e[1]), e[2])) * turn_z(std::atan2(e[0], e[1]));
  return {R_WN * R_BN.transpose(), R_WN * w_N};
}

KnownMotion make_free_top(const FreeTop& top) {
  const auto list = [top](double time) {
    const FreeTop::Attitude now = top.calc_attitude(time);
    const Vector3 arm = -(now.R_WB * top.center_of_mass);  // from the centre of mass to Bo
    return list_motion(now.R_WB, time * top.velocity + arm, now.w_WB, top.velocity + now.w_WB.cross(arm));
  };
  const FreeTop::Attitude start = top.calc_attitude(0.0);
  const VectorX numbers = list(0.0);
  std::vector<double> position = list_quaternion(start.R_WB);
  position.insert(position.end(), numbers.data() + 9, numbers.data() + 12);
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  builder.add_body(
      {.name = "top",
       .mass = {.mass = 2.0, .center_of_mass = top.center_of_mass, .inertia_about_center = top.inertia.asDiagonal()},
       .joint = {.type = JointType::Free,
                 .position = position,
                 .velocity = std::vector<double>(numbers.data() + 12, numbers.data() + 18)}});
  KnownMotion motion = make_motion(top.name, builder, 10.0);
  motion.expected = list;
  motion.observed = [](const State&, const Kinematics& kinematics) { return list_motion(kinematics, 1); };
  return motion;
}

namespace {

// The cubic of u̇² and what follows from it.
struct Nutation {
  double a{}, b{};
  double u_low{}, u_high{};
  double pace{};  // of the argument of sn  [rad/s]
  double m{};
  double start{};  // argument of sn at time zero
};

Nutation calc_nutation(const HeavyTop& top) {
  const double u0 = top.initial_cosine;
  const double across = (1.0 - u0 * u0) * top.initial_precession;
  const double beta = 2.0 * top.mass * top.gravity * top.center_height / top.inertia_across;
  Nutation nutation;
  nutation.a = top.inertia_about * top.spin / top.inertia_across;
  nutation.b = across + nutation.a * u0;
  const double alpha = across * top.initial_precession + beta * u0;

  // β u³ − (α + a²) u² + (2 a b − β) u + … = (u − u₀)(β u² + p u + r)
  const double p = beta * u0 - alpha - nutation.a * nutation.a;
  const double r = 2.0 * nutation.a * nutation.b - beta + p * u0;
  const double root = std::sqrt(p * p - 4.0 * beta * r);
  const double largest = (-p + root) / (2.0 * beta);
  const double other = r / (beta * largest);
  nutation.u_low = std::min(u0, other);
  nutation.u_high = std::max(u0, other);
  nutation.pace = 0.5 * std::sqrt(beta * (largest - nutation.u_low));
  nutation.m = (nutation.u_high - nutation.u_low) / (largest - nutation.u_low);
  nutation.start = other < u0 ? calc_elliptic_first_complete(nutation.m) : 0.0;
  return nutation;
}

}  // namespace

HeavyTop HeavyTop::nutating() {
  return {.name = "heavy top, nutating", .initial_cosine = 0.8, .initial_precession = 0.5, .spin = 60.0};
}

HeavyTop HeavyTop::precessing(Precession root) {
  HeavyTop top{.name = root == Precession::Slow ? "heavy top, slow precession" : "heavy top, fast precession",
               .initial_cosine = 0.7,
               .spin = 80.0};
  // The root that does not cancel first, then the other from their product.
  const double A = top.inertia_across * top.initial_cosine;
  const double B = top.inertia_about * top.spin;
  const double G = top.mass * top.gravity * top.center_height;
  const double fast = (B + std::sqrt(B * B - 4.0 * A * G)) / (2.0 * A);
  top.initial_precession = root == Precession::Fast ? fast : G / (A * fast);
  return top;
}

HeavyTop HeavyTop::hanging(double inertia) {
  HeavyTop top{.name = "spherical pendulum on a spherical joint", .mass = 1.2, .center_height = 0.6};
  top.inertia_across = inertia + top.mass * top.center_height * top.center_height;
  top.inertia_about = inertia;
  top.initial_cosine = -0.9;
  top.initial_precession = 7.0;
  return top;
}

double HeavyTop::calc_period() const {
  const Nutation nutation = calc_nutation(*this);
  return 2.0 * calc_elliptic_first_complete(nutation.m) / nutation.pace;
}

HeavyTop::Attitude HeavyTop::calc_attitude(double time) const {
  const Nutation n = calc_nutation(*this);
  const double width = n.u_high - n.u_low;
  const JacobiFunctions from = calc_jacobi_functions(n.start, n.m);
  const JacobiFunctions to = calc_jacobi_functions(n.start + n.pace * time, n.m);
  const double u = n.u_low + width * to.sn * to.sn;
  const double u_rate = 2.0 * width * n.pace * to.sn * to.cn * to.dn;

  // ∫ dt/(1 ∓ u): 1 ∓ u = (1 ∓ u₁)(1 − ± (u₂ − u₁)/(1 ∓ u₁) sn²)
  const auto integrate = [&](double sign) {
    const double whole = 1.0 - sign * n.u_low;
    const double part = sign * width / whole;
    return (calc_elliptic_third(part, to.am, n.m) - calc_elliptic_third(part, from.am, n.m)) / (whole * n.pace);
  };
  const double below = integrate(1.0), above = integrate(-1.0);
  const double phi = 0.5 * ((n.b - n.a) * below + (n.b + n.a) * above);
  // u φ̇ = a + ½ (b − a)/(1 − u) − ½ (b + a)/(1 + u)
  const double psi = spin * time - n.a * time - 0.5 * ((n.b - n.a) * below - (n.b + n.a) * above);

  const double theta = std::acos(u);
  const double sine = std::sqrt(1.0 - u * u);
  const double phi_rate = (n.b - n.a * u) / (sine * sine);
  const Matrix3 R_WB = turn_z(phi) * turn_x(theta) * turn_z(psi);
  const Vector3 line_of_nodes(std::cos(phi), std::sin(phi), 0.0);
  const Vector3 w_WB =
      phi_rate * Vector3::UnitZ() - u_rate / sine * line_of_nodes + (spin - phi_rate * u) * R_WB.col(2);
  return {R_WB, w_WB};
}

KnownMotion make_heavy_top(const HeavyTop& top) {
  const HeavyTop::Attitude start = top.calc_attitude(0.0);
  const double from_center = top.inertia_across - top.mass * top.center_height * top.center_height;
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -top.gravity});
  builder.add_body({.name = "top",
                    .mass = {.mass = top.mass,
                             .center_of_mass = {0.0, 0.0, top.center_height},
                             .inertia_about_center = Vector3(from_center, from_center, top.inertia_about).asDiagonal()},
                    .joint = {.type = JointType::Spherical,
                              .position = list_quaternion(start.R_WB),
                              .velocity = {start.w_WB[0], start.w_WB[1], start.w_WB[2]}}});
  KnownMotion motion = make_motion(top.name, builder, 1.5 * top.calc_period());
  motion.expected = [top](double time) {
    const HeavyTop::Attitude now = top.calc_attitude(time);
    return list_motion(now.R_WB, Vector3::Zero(), now.w_WB, Vector3::Zero());
  };
  motion.observed = [](const State&, const Kinematics& kinematics) { return list_motion(kinematics, 1); };
  return motion;
}

}  // namespace carom::cases
