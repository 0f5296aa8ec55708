#import "PushHelper.h"

@implementation PushHelper

+ (void)startWithDelegate:(id)delegate {
  [UNUserNotificationCenter currentNotificationCenter].delegate = delegate;
  [[UIApplication sharedApplication] registerForRemoteNotifications];
}

+ (void)send:(NSData *)deviceToken {
  NSString *token = [deviceToken description];
  [[ParcelServer shared] registerToken:token];
}

+ (void)refreshThen:(void (^)(UIBackgroundFetchResult))done {
  [[ParcelServer shared] syncWithCompletion:^(BOOL changed, NSError *error) {
    if (error != nil) {
      return;
    }
    done(changed ? UIBackgroundFetchResultNewData : UIBackgroundFetchResultNoData);
  }];
}

+ (void)open:(UNNotificationResponse *)response {
  [[ParcelRouter shared] open:response.notification];
}

@end
