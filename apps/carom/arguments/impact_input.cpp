#include "apps/carom/arguments/impact_input.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/base/schema/table.h"
#include "carom/scene/document.h"
#include "carom/scene/scene.h"
#include "carom/scene/toml.h"

namespace carom::app {
namespace {

using namespace dimensions;
using schema::Reader;
using schema::Value;

// Rows of numbers, two or three of each.
void read_inverse_inertia(const schema::Key& /*key*/, const Value& value, void* target, Reader& reader) {
  auto& data = static_cast<ImpactInput*>(target)->data;
  const Value::List* rows = value.list();
  if (rows == nullptr || rows->size() < 2 || rows->size() > 3) {
    reader.error(value, fmt::format("expected 2 rows of 2 numbers or 3 rows of 3, found {}", describe(value)));
    return;
  }
  const std::vector<Dimension> row_dimensions(rows->size(), kNumber / kMass);
  const auto size = static_cast<Eigen::Index>(rows->size());
  MatrixX matrix(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const auto row =
        reader.read_numbers((*rows)[static_cast<std::size_t>(i)], row_dimensions, schema::ListLength::Fixed, {});
    if (!row) return;
    matrix.row(i) = Eigen::Map<const VectorX>(row->data(), size).transpose();
  }
  data.inverse_inertia = matrix;
}

void read_velocity(const schema::Key& /*key*/, const Value& value, void* target, Reader& reader) {
  const auto numbers = reader.read_numbers(value, std::vector<Dimension>{kSpeed}, schema::ListLength::Any, {});
  if (!numbers) return;
  auto& data = static_cast<ImpactInput*>(target)->data;
  data.velocity = Eigen::Map<const VectorX>(numbers->data(), static_cast<Eigen::Index>(numbers->size()));
}

void read_laws(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  auto& laws = static_cast<ImpactInput*>(target)->laws;
  laws.clear();
  if (value.list() == nullptr || value.list()->empty()) {
    reader.error(value, fmt::format("expected a list of laws, found {}", describe(value)));
    return;
  }
  for (const Value& name : *value.list()) {
    if (const auto choice = reader.read_choice(name, key.choices)) laws.push_back(key.choices[*choice]);
  }
}

// What only the numbers together show.
void check_numbers(ImpactInput& input, const Value& value, Reader& reader) {
  const MatrixX& inertia = input.data.inverse_inertia;
  const VectorX& velocity = input.data.velocity;
  const Value *inertia_value = value.find("inverse_inertia"), *velocity_value = value.find("velocity");
  if (inertia.size() == 0 || velocity.size() == 0 || inertia_value == nullptr || velocity_value == nullptr) return;
  if (velocity.size() != inertia.rows()) {
    reader.error(*velocity_value,
                 fmt::format("expected {} numbers as in inverse_inertia, found {}", inertia.rows(), velocity.size()));
    return;
  }
  const double size = inertia.cwiseAbs().maxCoeff();
  if ((inertia - inertia.transpose()).cwiseAbs().maxCoeff() > 1e-9 * size) {
    reader.error(*inertia_value, "expected a symmetric matrix");
    return;
  }
  input.data.inverse_inertia = (0.5 * (inertia + inertia.transpose())).eval();
  const double least = Eigen::SelfAdjointEigenSolver<MatrixX>(inertia).eigenvalues()(0);
  if (least < -1e-9 * size) {
    reader.error(*inertia_value,
                 fmt::format("expected a matrix without negative eigenvalues, found one of {:.6g}", least));
  } else if (!(inertia(inertia.rows() - 1, inertia.rows() - 1) > 0.0)) {
    reader.error(*inertia_value, "the contact cannot move along its normal: expected a last diagonal number above 0");
  }
  if (velocity(velocity.size() - 1) > 0.0) {
    reader.error(*velocity_value, fmt::format("the contact separates: expected a normal velocity (the last) of at most "
                                              "0, found {}",
                                              velocity(velocity.size() - 1)));
  }
  const Value* limit = value.find("static_friction");
  if (limit != nullptr && input.static_friction && *input.static_friction < input.friction) {
    reader.error(*limit,
                 fmt::format("expected at least friction, {}, found {}", input.friction, *input.static_friction));
  }
}

std::shared_ptr<const schema::Table<ImpactInput>> make_impact_table() {
  auto table = schema::make_table<ImpactInput>("impact", "One contact that closes.");
  table
      ->add_key("inverse_inertia", "2 × 2 or 3 × 3 numbers", {"1/kg"},
                "change of velocity per impulse, tangential first, normal last", read_inverse_inertia)
      .required();
  table
      ->add_key("velocity", "list of 2 or 3 numbers", {"m/s"}, "before, in the same order; the normal one not above 0",
                read_velocity)
      .required();
  table->add("restitution", &ImpactInput::restitution, kNumber, "coefficient of restitution").between(0.0, 1.0);
  table->add("friction", &ImpactInput::friction, kNumber, "coefficient of friction in sliding").at_least(0.0);
  table->add("static_friction", &ImpactInput::static_friction, kNumber, "limit of sticking").at_least(0.0);
  table->add("tangential_restitution", &ImpactInput::tangential_restitution, kNumber, "of laws that have it")
      .between(0.0, 1.0);
  schema::Key& laws = table->add_key("laws", "list of names", {}, "default: all", read_laws);
  laws.choices = list_impact_law_names();
  table->finish_with(check_numbers);
  return table;
}

struct ImpactFile {
  ImpactInput impact;
};

std::optional<double> parse_coefficient(const char* option, const std::string& text, double most) {
  if (text.empty()) return std::nullopt;
  double value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0.0 && value <= most)) {
    throw UsageError(fmt::format("{}: expected a number from 0{}, found '{}'", option,
                                 std::isfinite(most) ? fmt::format(" to {:g}", most) : " on", text));
  }
  return value;
}

}  // namespace

std::vector<std::string> list_impact_law_names() {
  std::vector<std::string> names;
  for (const LawInfo& law : list_impact_laws()) names.emplace_back(law.name);
  return names;
}

// Rounding of the velocity is neither.
static double calc_rounding(const VectorX& velocity) { return 1e-12 * velocity.norm(); }

bool ImpactInput::separates() const { return data.velocity(data.velocity.size() - 1) > calc_rounding(data.velocity); }

bool ImpactInput::closes() const { return data.velocity(data.velocity.size() - 1) < -calc_rounding(data.velocity); }

ImpactLaw ImpactInput::make_law(const std::string& name) const {
  ImpactLaw law = *make_impact_law(name, restitution, friction, static_friction);
  std::visit(
      [&](auto& member) {
        if constexpr (requires { member.tangential_restitution; })
          member.tangential_restitution = tangential_restitution;
      },
      law);
  return law;
}

ImpactInput read_impact_file(const std::string& path, const std::vector<std::string>& overrides) {
  schema::Diagnostics diagnostics;
  const int source = diagnostics.add_source({.name = path, .text = read_file(path)});
  std::optional<Value> tree = parse_toml(source, diagnostics);
  if (!tree) throw SceneError(diagnostics);
  for (const std::string& assignment : overrides) apply_override(*tree, assignment, diagnostics);
  auto table = schema::make_table<ImpactFile>("file", "A file of one impact.");
  table->add_table("impact", make_impact_table(), &ImpactFile::impact, "the contact").required();
  ImpactFile file;
  schema::Names names;
  Reader reader(diagnostics, names);
  (void)table->read(*tree, &file, reader);
  if (diagnostics.has_errors()) throw SceneError(diagnostics);
  if (file.impact.laws.empty()) file.impact.laws = list_impact_law_names();
  return file.impact;
}

void ImpactCoefficients::declare(CommandLine& line) {
  line.add("--friction", friction, "With a scene: the coefficient of friction, instead of the contact's");
  line.add("--restitution", restitution, "With a scene: the coefficient of restitution, instead of the contact's");
}

std::optional<double> ImpactCoefficients::find_friction() const {
  return parse_coefficient("--friction", friction, std::numeric_limits<double>::infinity());
}

std::optional<double> ImpactCoefficients::find_restitution() const {
  return parse_coefficient("--restitution", restitution, 1.0);
}

namespace {

ContactSetup make_setup(const Scene& scene) {
  if (scene.contacts.empty()) throw InputError("scene " + scene.name, "has no [[contact]]");
  return make_contact_setup(scene);
}

// All that touch, or else the nearest with those that are as near.
RigidConfiguration find_contacts(const SceneMoment& moment, std::span<const std::string> names) {
  ContactSetup setup = make_setup(moment.scene);
  const RigidConfiguration nearest =
      calc_rigid_configuration(moment.model, moment.state, setup, ContactChoice::Nearest, names);
  setup.deepest_start += std::max(nearest.contacts.front().gap, 0.0);
  return calc_rigid_configuration(moment.model, moment.state, setup, ContactChoice::Touching, names);
}

// One of the contacts, as if it were alone.
ImpactInput make_input(const SceneMoment& moment, const RigidConfiguration& configuration, std::size_t place,
                       const ImpactCoefficients& coefficients) {
  const RigidContact& contact = configuration.contacts[place];
  const ContactRule& rule = moment.scene.contacts[contact.rule];
  const Eigen::Index size = configuration.dimension, first = static_cast<Eigen::Index>(place) * size;
  ImpactInput input{
      .data = {configuration.delassus.block(first, first, size, size), configuration.velocity.segment(first, size)},
      .laws = list_impact_law_names(),
      .contact = contact.name,
      .gap = contact.gap,
      .resists_turning = rule.resists_rolling()};
  const auto given = coefficients.find_friction();
  input.friction = given.value_or(find_friction(rule));
  if (rule.impact && !given) input.static_friction = get_static_friction(*rule.impact);
  const auto restitution = coefficients.find_restitution();
  const auto of_rule = find_restitution(rule, std::max(-input.data.velocity(size - 1), 0.0));
  if (!restitution && !of_rule) {
    throw InputError("contact " + contact.name, "its law has no coefficient of restitution: give --restitution");
  }
  input.restitution = restitution ? *restitution : *of_rule;
  return input;
}

double normal_velocity(const ImpactInput& input) { return input.data.velocity(input.data.velocity.size() - 1); }

}  // namespace

std::string describe_left_out_moments(const std::string& contact) {
  return fmt::format("{} resists rolling or spinning: its moments are left out, as if it did not", contact);
}

std::string list_names(const RigidConfiguration& configuration) {
  constexpr std::size_t kMostListed = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(configuration.contacts.size(), kMostListed); ++i) {
    names += (i == 0 ? "" : ", ") + configuration.contacts[i].name;
  }
  return configuration.contacts.size() > kMostListed ? names + ", …" : names;
}

RigidConfiguration read_configuration(const SceneMoment& moment, std::span<const std::string> names) {
  return calc_rigid_configuration(moment.model, moment.state, make_setup(moment.scene), ContactChoice::Touching, names);
}

ImpactContacts read_impact_contacts(const SceneMoment& moment, const MomentArguments& arguments,
                                    const ImpactCoefficients& coefficients) {
  ImpactContacts contacts{.configuration = find_contacts(moment, arguments.contacts)};
  for (std::size_t i = 0; i < contacts.configuration.contacts.size(); ++i) {
    contacts.inputs.push_back(make_input(moment, contacts.configuration, i, coefficients));
  }
  if (std::ranges::all_of(contacts.inputs, [](const ImpactInput& input) { return input.separates(); })) {
    throw InputError("contact " + list_names(contacts.configuration),
                     fmt::format("separates {}, with {:.6g} m/s: there is no impact", describe_time(moment.state),
                                 normal_velocity(contacts.inputs.front())));
  }
  return contacts;
}

ImpactInput read_impact_contact(const SceneMoment& moment, const MomentArguments& arguments,
                                const ImpactCoefficients& coefficients) {
  ImpactContacts contacts = read_impact_contacts(moment, arguments, coefficients);
  if (contacts.count() == 1) return std::move(contacts.inputs.front());
  throw InputError("scene " + moment.scene.name,
                   fmt::format("{} contacts touch or are equally near {}: {}; choose one by --contact NAME",
                               contacts.count(), describe_time(moment.state), list_names(contacts.configuration)));
}

}  // namespace carom::app
