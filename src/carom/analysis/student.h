#pragma once

namespace carom {

/// How far a Student-distributed number with so many degrees of freedom (at least 1) strays from zero with this
/// probability, 0 < confidence < 1: 12.706 for 1 and 0.95, 1.960 for very many.
[[nodiscard]] double calc_student_quantile(int degrees, double confidence);

}  // namespace carom
