#import <UIKit/UIKit.h>
#import <UserNotifications/UserNotifications.h>

@interface PushHelper : NSObject
+ (void)startWithDelegate:(id)delegate;
+ (void)send:(NSData *)deviceToken;
+ (void)refreshThen:(void (^)(UIBackgroundFetchResult))done;
+ (void)open:(UNNotificationResponse *)response;
@end
