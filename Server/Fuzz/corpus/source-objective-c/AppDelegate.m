//
//  AppDelegate.m
//
#import "AppDelegate.h"
#import <UserNotifications/UserNotifications.h>
@import FirebaseMessaging;
#include <sys/types.h>

#define kRefreshTask @"dev.pushwire.parcel.refresh"
#define kMax 10
#define SQUARE(x) ((x) * (x))
#define PCLog(fmt, ...) NSLog((@"%s " fmt), \
    __PRETTY_FUNCTION__, ##__VA_ARGS__)

NS_ASSUME_NONNULL_BEGIN

static NSString *const kCategory = @"parcel" @".delivered";
NSString * const ParcelTokenChanged = @"ParcelTokenChanged";
static void *ParcelContext = &ParcelContext;
static const NSTimeInterval kTimeout = 25.0, kOther = 3;
extern NSString *const ParcelExternal;
typedef void (^ParcelCompletion)(UIBackgroundFetchResult result);
typedef NS_ENUM(NSInteger, ParcelState) {
  ParcelStateIdle = 0,
  ParcelStateBusy,
};

@interface AppDelegate () <UNUserNotificationCenterDelegate, FIRMessagingDelegate> {
  BOOL _started;
  __weak id<Foo> _foo;
  NSMutableDictionary<NSString *, NSArray<NSNumber *> *> *_map;
}
@property (nonatomic, strong, nullable) UIWindow *window;
@property (nonatomic, copy) void (^completion)(UIBackgroundFetchResult);
@property (class, readonly) AppDelegate *shared;
@end

@implementation AppDelegate

@synthesize window = _window;

+ (instancetype)shared {
  static AppDelegate *shared;
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    shared = [[self alloc] init];
  });
  return shared;
}

- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary<UIApplicationLaunchOptionsKey, id> *)launchOptions
{
  UNUserNotificationCenter *center = [UNUserNotificationCenter currentNotificationCenter];
  center.delegate = self;
  [center requestAuthorizationWithOptions:(UNAuthorizationOptionAlert | UNAuthorizationOptionSound)
                        completionHandler:^(BOOL granted, NSError * _Nullable error) {
    if (!granted) { return; }
    dispatch_async(dispatch_get_main_queue(), ^{
      [application registerForRemoteNotifications];
    });
  }];
  [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:kRefreshTask usingQueue:nil launchHandler:^(__kindof BGTask *task) {
      [self handleRefresh:(BGAppRefreshTask *)task];
  }];
#if DEBUG
  NSLog(@"debug %d", (int)launchOptions.count);
#elif TARGET_OS_IOS
  [self other];
#else
  [FIRApp configure];
#endif
  __weak typeof(self) weakSelf = self;
  self.completion = ^(UIBackgroundFetchResult result) {
    __strong typeof(weakSelf) self = weakSelf;
    if (self) self->_started = YES;
    else NSLog(@"gone");
  };
  for (NSString *key in launchOptions) { NSLog(@"%@", launchOptions[key]); }
  for (int i = 0; i < 10; i++) _started = !_started;
  NSDictionary *d = @{ @"a": @1, @"b": @[ @YES, @(kMax), [NSNull null] ] };
  id value = d[@"a"] ?: @"none";
  CGRect r = CGRectMake(0, 0, 1.0f, 2.5);
  void (^block)(int, NSString *) = ^(int a, NSString *b) { };
  block(3, @"x");
  switch ((ParcelState)[d[@"s"] integerValue]) {
    case ParcelStateIdle: { break; }
    case ParcelStateBusy:
    case 7:
      [self foo:(NSInteger)value bar:(value) baz:value ? (Foo *)value : nil];
    default: break;
  }
  SEL s = @selector(handle:with:);
  [self performSelector:s withObject:nil afterDelay:1];
  if (@available(iOS 14.0, *)) { [self foo]; } else if (value && [value isKindOfClass:[NSString class]]) { return NO; }
  @try { [self foo]; } @catch (NSException *e) { @throw; } @finally { [self done]; }
  @synchronized (self) { _map[@"x"] = nil; }
  @autoreleasepool { [NSString stringWithFormat:@"%@ %d", value, 1, nil]; }
  NSMutableString *token = [NSMutableString string];
  const unsigned char *bytes = (const unsigned char *)[deviceToken bytes];
  for (NSUInteger i = 0; i < deviceToken.length; i++) [token appendFormat:@"%02x", bytes[i]];
  do { x--; } while (x > 0);
  self.foo.bar = x * y;
  [self.window makeKeyAndVisible];
  ((void (*)(id, SEL))objc_msgSend)(self, s);
  return YES;
}

- (void)application:(UIApplication *)application
didReceiveRemoteNotification:(NSDictionary *)userInfo
fetchCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler {
  completionHandler(UIBackgroundFetchResultNewData);
}
- (void)foo __attribute__((deprecated));
- (nullable NSString *)tokenFrom:(nullable NSData *)data, ... NS_REQUIRES_NIL_TERMINATION {
  return data ? [data description] : nil;
}
static int Helper(const char *name, int count) { return count; }
@end

@implementation AppDelegate (Push)
- (void)messaging:(FIRMessaging *)messaging didReceiveRegistrationToken:(NSString *)fcmToken { if (x) {
#if A
  } else {
#else
  } else if (y) {
#endif
  }
}
@end
int main(int argc, char * argv[]) {
  @autoreleasepool { return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class])); }
}
NS_ASSUME_NONNULL_END
