#include <vector>
#import "Parcel.h"
using namespace std;
namespace parcel {
template <typename T> class Box : public Base<T>, private Other {
 public:
  Box(int size) : size_(size), items_{} { reset(); }
  virtual ~Box() = default;
  T get(size_t index) const { return items_[index]; }
 private:
  int size_ = 0;
  std::vector<T> items_;
};
enum class Mode : int { Fast = 1, Slow };
static std::map<std::string, std::vector<int>> cache;
}
void parcel::Box<int>::reset() noexcept { for (auto &item : items_) { item = 0; } }
@implementation Bridge {
  std::shared_ptr<parcel::Box<int>> _box;
  void (^_handler)(NSData *data);
}
- (void)open {
  auto box = std::make_shared<parcel::Box<int>>(3);
  std::sort(items.begin(), items.end(), [&](const Item &a, const Item &b) { return a.name < b.name; });
  auto log = [=]() -> bool { NSLog(@"%d", box->size()); return true; };
  int *raw = new int[3]; delete[] raw;
  const char *text = R"x(a "raw" )" text)x";
  if (auto found = cache.find("a"); found != cache.end()) { use(found->second); }
  try { log(); } catch (const std::exception &e) { NSLog(@"%s", e.what()); } catch (...) { throw; }
  _handler = ^(NSData *data) { [self send:data]; };
  dispatch_after(dispatch_time(DISPATCH_TIME_NOW, (int64_t)(0.5 * NSEC_PER_SEC)), dispatch_get_main_queue(), ^{
    _handler ? _handler(nil) : abort();
  });
  static_cast<void>(box);
  [UIView animateWithDuration:0.3 animations:^{ self.view.alpha = 0; } completion:^(BOOL finished) { if (finished) return; [self close]; }];
  NSString *name = self.items[0][@"name"] ?: (self.isOpen ? @"open" : nil), *other;
  NSDictionary<NSString *, id> *info = @{@"aps": @{@"content-available": @1, @"alert" : @NO}, @(1) : @'c'};
  [[NSNotificationCenter defaultCenter] addObserverForName:UIApplicationDidEnterBackgroundNotification object:nil queue:nil usingBlock:^(NSNotification * _Nonnull note) {
    UIBackgroundTaskIdentifier task = [UIApplication.sharedApplication beginBackgroundTaskWithName:@"x" expirationHandler:nil];
    while (task != UIBackgroundTaskInvalid) { [UIApplication.sharedApplication endBackgroundTask:task]; break; }
  }];
  goto end;
end:
  return;
}
@end
