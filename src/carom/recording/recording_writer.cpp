#include "carom/recording/recording_writer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "carom/base/assert.h"
#include "carom/base/input_error.h"
#include "carom/recording/format.h"
#include "carom/recording/io_error.h"
#include "carom/recording/recording_resumption.h"
#include "carom/recording/recording_store.h"
#include "carom/recording/verdict_events.h"

namespace carom {
namespace {

// One batch is filled while others wait or are written.
constexpr std::size_t kBatches = 4;

std::size_t calc_capacity(std::size_t channels) {
  const auto sample = static_cast<std::int64_t>(channels * sizeof(double));
  return static_cast<std::size_t>(std::max<std::int64_t>(recording_format::kUsualChunk / sample, 1));
}

[[noreturn]] void fail(const std::filesystem::path& path, const sqlite::Error& error) {
  throw IoError(fmt::format("cannot write '{}': {}", path.string(), error.what()));
}

void check_channels(const RecordingHeader& header) {
  const auto count = static_cast<std::int64_t>(header.channels.size());
  if (count >= 1 && count <= recording_format::kMaxChannels) return;
  throw InputError("recording",
                   fmt::format("has {} channels; it must have from 1 to {}", count, recording_format::kMaxChannels));
}

}  // namespace

/// A ring of batches between two threads. The caller fills number `submitted_`, the thread writes number `written_`.
class RecordingWriter::Impl {
 public:
  Impl(const RecordingOptions& options, std::size_t channels, std::unique_ptr<RecordingStore> store)
      : options_(options), channels_(channels), store_(std::move(store)), path_(store_->path()) {
    for (RecordingBatch& batch : batches_) batch.rows.resize(calc_capacity(channels) * channels);
    capacity_ = calc_capacity(channels);
    num_written_ = store_->num_samples();
    thread_ = std::thread([this] { write_batches(); });
  }
  ~Impl() {
    (void)flush();
    close();
  }

  bool add_sample(std::span<const double> values) {
    CAROM_ASSERT(values.size() == channels_);
    RecordingBatch& batch = current();
    std::ranges::copy(values, batch.rows.begin() + static_cast<std::ptrdiff_t>(batch.count * channels_));
    ++batch.count;
    return batch.count < capacity_ && !is_due() ? !failed_.load(std::memory_order_relaxed) : submit();
  }

  bool add_event(RecordedEvent event) {
    current().events.push_back(std::move(event));
    // Many events and few samples fill a batch as well.
    return current().events.size() < capacity_ && !is_due() ? !failed_.load() : submit();
  }

  bool add_checkpoint(const Checkpoint& checkpoint) {
    current().has_checkpoint = true;
    current().checkpoint = checkpoint;
    return submit();
  }

  bool flush() {
    if (!current().is_empty() && !submit()) return false;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return written_ == submitted_; });
    return !failed_;
  }

  bool finish(const SimulationReport& report) {
    current().report = report;
    const bool written = flush();
    close();
    return written;
  }

  [[nodiscard]] std::int64_t num_written() const { return num_written_; }
  [[nodiscard]] std::string error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  [[nodiscard]] bool is_due() const { return due_.load(std::memory_order_relaxed); }
  RecordingBatch& current() { return batches_[submitted_ % kBatches]; }

  // Hands the current batch to the thread and waits for an empty one.
  bool submit() {
    std::unique_lock lock(mutex_);
    ++submitted_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return submitted_ - written_ < kBatches; });
    due_ = false;
    return !failed_;
  }

  void close() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
    store_.reset();
  }

  // Waits for a batch. The clock is watched here rather than at each sample, where it would cost as much as the copy.
  void wait_for_batch(std::unique_lock<std::mutex>& lock) {
    const auto has_work = [this] { return written_ < submitted_ || closing_; };
    if (!due_) due_ = !changed_.wait_for(lock, options_.longest_delay, has_work);
    changed_.wait(lock, has_work);
  }

  // The thread.
  void write_batches() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wait_for_batch(lock);
      if (written_ == submitted_) return;
      RecordingBatch& batch = batches_[written_ % kBatches];
      lock.unlock();
      std::string error = failed_ ? std::string() : write(batch);
      batch.clear();
      lock.lock();
      if (!error.empty()) {
        error_ = std::move(error);
        failed_ = true;
      }
      ++written_;
      changed_.notify_all();
    }
  }

  // An empty sentence where all went well.
  std::string write(const RecordingBatch& batch) {
    try {
      store_->write(batch);
      num_written_ = store_->num_samples();
      return {};
    } catch (const std::exception& error) {
      return fmt::format("cannot write '{}': {}; {} samples were written before and can be read", path_.string(),
                         error.what(), num_written_.load());
    }
  }

  RecordingOptions options_;
  std::size_t channels_;
  std::unique_ptr<RecordingStore> store_;
  std::filesystem::path path_;
  std::array<RecordingBatch, kBatches> batches_;
  std::size_t capacity_{};  // samples in a batch

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t submitted_{};  // batches; only the caller changes it
  std::size_t written_{};    // batches
  bool closing_{};
  std::string error_;
  std::atomic<bool> failed_{};
  std::atomic<bool> due_{};                  // the current batch has waited long enough
  std::atomic<std::int64_t> num_written_{};  // samples
  std::thread thread_;
};

RecordingWriter::RecordingWriter(const std::filesystem::path& path, const RecordingHeader& header,
                                 const RecordingOptions& options) {
  check_channels(header);
  using Existing = RecordingFile::Existing;
  auto file = std::make_unique<RecordingFile>(path, options.replace ? Existing::Replace : Existing::Refuse);
  try {
    impl_ = std::make_unique<Impl>(options, header.channels.size(),
                                   std::make_unique<RecordingStore>(std::move(file), header));
  } catch (const sqlite::Error& error) {
    fail(path, error);
  }
}

RecordingWriter::RecordingWriter(RecordingResumption&& resumption, const RecordingOptions& options) {
  const std::filesystem::path path = resumption.path();
  const std::size_t channels = resumption.header().channels.size();
  try {
    impl_ = std::make_unique<Impl>(options, channels, std::move(resumption).open_store());
  } catch (const sqlite::Error& error) {
    fail(path, error);
  }
}

RecordingWriter::~RecordingWriter() = default;

bool RecordingWriter::add_sample(std::span<const double> values) { return impl_->add_sample(values); }
bool RecordingWriter::add_event(RecordedEvent event) { return impl_->add_event(std::move(event)); }
bool RecordingWriter::add_checkpoint(const Checkpoint& checkpoint) { return impl_->add_checkpoint(checkpoint); }
bool RecordingWriter::flush() { return impl_->flush(); }
bool RecordingWriter::finish(const SimulationReport& report) {
  for (RecordedEvent& event : make_verdict_events(report)) (void)add_event(std::move(event));  // finish() tells
  return impl_->finish(report);
}
std::int64_t RecordingWriter::num_written() const { return impl_->num_written(); }
std::string RecordingWriter::error() const { return impl_->error(); }

}  // namespace carom
