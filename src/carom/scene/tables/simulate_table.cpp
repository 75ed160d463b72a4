#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;

namespace {

TablePtr<FixedStepOptions> make_fixed_step_table(const std::string& method) {
  using Options = FixedStepOptions;
  auto table = schema::make_table<Options>("fixed step", std::string(method_summary(method)));
  table->add("step", &Options::step, kTime, "of the run, a controller's period, say").above(0.0);
  table->add("substeps", &Options::substeps, "that the method takes in each step").between(1.0, 1e6);
  table
      ->add("projection_threshold", &Options::projection_threshold, kNumber,
            "constraints are restored beyond this drift")
      .at_least(0.0);
  return table;
}

TablePtr<AdaptiveOptions> make_adaptive_table(const std::string& method) {
  using Options = AdaptiveOptions;
  auto table = schema::make_table<Options>("adaptive", std::string(method_summary(method)));
  // Read before absolute_tolerance, which may then say otherwise.
  const auto set_tolerance = [](Options& options, double tolerance) {
    options.relative_tolerance = tolerance;
    options.absolute_tolerance = 0.01 * tolerance;
  };
  table->add_number("tolerance", kNumber, set_tolerance, "error allowed in a step, relative to the size of the state")
      .between(1e-14, 0.1)
      .otherwise("1e-08");
  table->add("absolute_tolerance", &Options::absolute_tolerance, kNumber, "the same where the state is near zero, SI")
      .above(0.0)
      .otherwise("0.01 · tolerance");
  table->add("initial_step", &Options::initial_step, kTime, "tried first, and after events")
      .at_least(0.0)
      .otherwise("estimated");
  table->add("min_step", &Options::min_step, kTime, "a shorter one is a failure").at_least(0.0);
  table->add("max_step", &Options::max_step, kTime, "longest step").above(0.0);
  table->add("max_steps", &Options::max_steps, "in all").at_least(1.0);
  table
      ->add("projection_threshold", &Options::projection_threshold, kNumber,
            "constraints are restored beyond this drift")
      .at_least(0.0);
  table->add("event_samples", &Options::event_samples, "a step is searched for events in this many parts")
      .between(1.0, 1000.0);
  return table;
}

}  // namespace

TablePtr<IntegratorOptions> make_integrator_table() {
  auto table = schema::make_table<IntegratorOptions>(
      "integrator", "`adaptive` chooses its steps; the methods with a `step` take the same work for every step.");
  for (const std::string& name : method_names()) {
    const IntegrationMethod method = find_method(name);
    if (const auto* fixed = std::get_if<FixedMethod>(&method)) {
      table->add_alternative(name, make_fixed_step_table(name),
                             [choice = *fixed](IntegratorOptions& options) -> FixedStepOptions& {
                               return options.emplace<FixedStepOptions>(FixedStepOptions{.method = choice});
                             });
    } else {
      table->add_alternative(
          name, make_adaptive_table(name),
          [choice = std::get<AdaptiveMethod>(method)](IntegratorOptions& options) -> AdaptiveOptions& {
            return options.emplace<AdaptiveOptions>(AdaptiveOptions{.method = choice});
          });
    }
  }
  table->choose_by("method", "adaptive", "how time is stepped");
  table->finish_with([](IntegratorOptions& options, const schema::Value&, schema::Reader&) { validate(options); });
  return table;
}

}  // namespace carom
