#include <algorithm>
#include <vector>

#include <Eigen/LU>

#include "carom/complementarity/cones/newton_equations.h"
#include "carom/complementarity/linear/block_lu.h"
#include "carom/complementarity/linear/factored_operator.h"

namespace carom {
namespace {

constexpr int kFreeBodyUnknowns = 6;

std::size_t at(int place) { return static_cast<std::size_t>(place); }

/// A dr + ρ P' J dv = −F with the blocks A = 1 − P' (1 − ρ C − ε) and dv = M⁻¹Jᵀ dr leaves
/// (1 + M⁻¹Jᵀ D J) dv = −M⁻¹Jᵀ A⁻¹F, D = ρ A⁻¹P'.
class VelocityEquations : public NewtonEquations {
 public:
  double start(const FrictionProblem& problem, const ConstVectorRef& rho) override {
    G_ = problem.G.as_factored();
    rho_ = rho;
    inverse_.resize(at(G_->block_count()));
    tangent_.resize(at(G_->block_count()));
    find_nodes();
    find_edges();
    lu_.set_pattern(sizes_, edges_);
    return lu_.work();
  }

  void factor(std::span<const BlockMatrix> P, double epsilon) override {
    lu_.set_identity();
    for (int contact = 0; contact < G_->block_count(); ++contact) {
      Matrix3 &inverse = inverse_[at(contact)], &tangent = tangent_[at(contact)];
      if (P[at(contact)](0, 0) == 0.0) {
        inverse.setIdentity();
        tangent.setZero();
        continue;
      }
      const Matrix3 projection = P[at(contact)];
      const Vector3 kept = 1.0 - epsilon - rho_[contact] * G_->compliance().segment<3>(3 * contact).array();
      inverse = (Matrix3::Identity() - projection * kept.asDiagonal()).inverse();
      tangent = rho_[contact] * inverse * projection;
      add_contact(contact, tangent);
    }
    lu_.factor();
  }

  void solve(const VectorX& function, VectorX& step) override {
    push_.resize(function.size());
    for (int contact = 0; contact < G_->block_count(); ++contact) {
      push_.segment<3>(3 * contact) = -(inverse_[at(contact)] * function.segment<3>(3 * contact));
    }
    velocities_.setZero(G_->velocities());
    G_->add_velocities(push_, velocities_);
    lu_.solve(velocities_);
    step.resize(function.size());
    G_->read_velocities(velocities_, step);
    for (int contact = 0; contact < G_->block_count(); ++contact) {
      auto own = step.segment<3>(3 * contact);
      own = push_.segment<3>(3 * contact) - tangent_[at(contact)] * own;
    }
  }

 private:
  [[nodiscard]] int node(int part) const { return node_at_[at(G_->first(part))]; }

  // The velocities of each part; those that no contact touches are nodes by themselves.
  void find_nodes() {
    node_at_.assign(at(G_->velocities()), 0);
    const int parts = G_->start(G_->block_count());
    for (int k = 0; k < parts; ++k) node_at_[at(G_->first(k))] = G_->unknowns(k);
    sizes_.clear();
    for (int i = 0; i < G_->velocities();) {
      const int size = std::max(node_at_[at(i)], 1);
      node_at_[at(i)] = static_cast<int>(sizes_.size());
      sizes_.push_back(size);
      i += size;
    }
  }

  void find_edges() {
    edges_.clear();
    for (int contact = 0; contact < G_->block_count(); ++contact) {
      for (int k = G_->start(contact); k < G_->start(contact + 1); ++k) {
        for (int l = k + 1; l < G_->start(contact + 1); ++l) {
          const BlockLu::Edge edge{std::min(node(k), node(l)), std::max(node(k), node(l))};
          if (edges_.empty() || edges_.back() != edge) edges_.push_back(edge);
        }
      }
    }
  }

  void add_contact(int contact, const Matrix3& D) {
    bool free = true;
    for (int k = G_->start(contact); k < G_->start(contact + 1); ++k) {
      free = free && G_->unknowns(k) == kFreeBodyUnknowns;
    }
    if (free) {
      add_sized<kFreeBodyUnknowns>(contact, D);
    } else {
      add_sized<Eigen::Dynamic>(contact, D);
    }
  }

  template <int Size>
  void add_sized(int contact, const Matrix3& D) {
    using Tall = Eigen::Map<const Eigen::Matrix<double, Size, 3>>;
    using Square = Eigen::Map<Eigen::Matrix<double, Size, Size>>;
    for (int k = G_->start(contact); k < G_->start(contact + 1); ++k) {
      const Eigen::Matrix<double, Size, 3> pushed = Tall(G_->MJ(k), G_->unknowns(k), 3).lazyProduct(D);
      for (int l = G_->start(contact); l < G_->start(contact + 1); ++l) {
        Square(lu_.block(node(k), node(l)), G_->unknowns(k), G_->unknowns(l)) +=
            pushed.lazyProduct(Tall(G_->Jt(l), G_->unknowns(l), 3).transpose());
      }
    }
  }

  const FactoredOperator* G_{};
  BlockLu lu_;
  VectorX rho_;
  std::vector<int> node_at_;  // that begins with a velocity
  std::vector<int> sizes_;
  std::vector<BlockLu::Edge> edges_;
  std::vector<Matrix3> inverse_, tangent_;  // A⁻¹ and D of each contact
  VectorX push_, velocities_;
};

}  // namespace

std::unique_ptr<NewtonEquations> make_velocity_equations() { return std::make_unique<VelocityEquations>(); }

}  // namespace carom
