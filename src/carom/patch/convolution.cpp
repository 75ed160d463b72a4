#include "carom/patch/convolution.h"

#include <utility>

namespace carom {

Convolution::Convolution(int num_x, int num_y, Padding padding, Space space)
    : along_x_(1, num_x, padding == Padding::Twice),
      along_y_(2, num_y, padding == Padding::Twice),
      blocks_(std::move(space)) {
  for (int part = 0; part < along_x_.parts(); ++part) {
    for (int j = 0; j < along_x_.num_positive(part); ++j) {
      for (const int at : {j, along_x_.find_opposite(part, j)}) order_.push_back(part * along_x_.size() + at);
    }
  }
  // One row more than there is: blocks whose distance is a power of two would share few places of the cache.
  const Eigen::Index size = static_cast<Eigen::Index>(num_blocks()) * kColumns * (num_y + 1);
  if (blocks_->size() < size) blocks_->setZero(size);
}

Eigen::ArrayXd Convolution::arrange(const Eigen::ArrayXXd& spectrum) const {
  Eigen::ArrayXd arranged(static_cast<Eigen::Index>(along_x_.num_positive()) * along_y_.num_positive());
  Eigen::Index next = 0;
  for (int part_x = 0; part_x < along_x_.parts(); ++part_x) {
    for (int i = 0; i < along_x_.num_positive(part_x); ++i) {
      for (int part_y = 0; part_y < along_y_.parts(); ++part_y) {
        for (int j = 0; j < along_y_.num_positive(part_y); ++j) {
          arranged[next++] = spectrum(2 * i + part_x, 2 * j + part_y);
        }
      }
    }
  }
  // What the transforms back are too large by.
  return arranged / (static_cast<double>(along_x_.period()) * along_y_.period());
}

void Convolution::transform_row(int row) {
  along_x_.transform();
  const Complex* spectrum = along_x_.spectrum(0);
  const int* next = order_.data();
  const int* const end = next + order_.size();
  for (int block = 0; next != end; ++block) {
    Complex* to = find_block(block, row);
    for (const int* stop = std::min(next + kColumns, end); next != stop;) *to++ = spectrum[*next++];
  }
}

void Convolution::invert_row(int row) {
  Complex* spectrum = along_x_.spectrum(0);
  const int* next = order_.data();
  const int* const end = next + order_.size();
  for (int block = 0; next != end; ++block) {
    const Complex* from = find_block(block, row);
    for (const int* stop = std::min(next + kColumns, end); next != stop;) spectrum[*next++] = *from++;
  }
  along_x_.invert();
}

void Convolution::transform_columns(int pair, PatchRows from) {
  Complex *first = along_y_.line(0), *second = along_y_.line(1);
  for (Complex* line : {first, second}) {
    std::fill(line, line + from.first, Complex{});
    std::fill(line + from.last, line + along_y_.num(), Complex{});
  }
  const Complex* columns = find_block(pair / kPairs, from.first) + 2 * (pair % kPairs);
  for (int row = from.first; row < from.last; ++row, columns += kColumns) {
    first[row] = columns[0];
    second[row] = columns[1];
  }
  along_y_.transform();
}

void Convolution::invert_columns(int pair, PatchRows to) {
  along_y_.invert();
  const Complex *first = along_y_.line(0), *second = along_y_.line(1);
  Complex* columns = find_block(pair / kPairs, to.first) + 2 * (pair % kPairs);
  for (int row = to.first; row < to.last; ++row, columns += kColumns) {
    columns[0] = first[row];
    columns[1] = second[row];
  }
}

}  // namespace carom
