#pragma once
#ifndef PARCEL_H
#define PARCEL_H
#import <Foundation/Foundation.h>
#define PARCEL_TASK_ID @"dev.pushwire.parcel.refresh"
#define PARCEL_MAX (10)

NS_HEADER_AUDIT_BEGIN(nullability, sendability)
#if __cplusplus
extern "C" {
#endif
FOUNDATION_EXPORT NSString *const ParcelErrorDomain NS_SWIFT_NAME(ParcelError.domain);
void ParcelRegister(id<UIApplicationDelegate> delegate, void (^_Nullable done)(NSError *_Nullable error));
static inline CGFloat ParcelScale(CGFloat x) { return x * 2.0f; }
#if __cplusplus
}
#endif

@class Parcel, ParcelStore<ObjectType>;
@protocol ParcelDelegate;
typedef NS_OPTIONS(NSUInteger, ParcelOptions) {
  ParcelOptionsNone = 0,
  ParcelOptionsSilent NS_SWIFT_NAME(silent) = 1 << 0, // quiet
  ParcelOptionsLoud = (1 << 1),
};
typedef struct { int width; int height; } ParcelSize;
typedef enum : NSInteger { ParcelA, ParcelB } ParcelKind;

NS_SWIFT_NAME(Router)
API_AVAILABLE(ios(13.0))
@interface ParcelRouter<__covariant T : id<NSCopying>> : NSObject <ParcelDelegate, NSSecureCoding>
@property (nonatomic, readonly, copy, nullable) NSArray<T> *items;
@property (weak) IBOutlet id<ParcelDelegate> delegate;
@property (nonatomic, getter=isOpen) BOOL open;
- (instancetype)init NS_UNAVAILABLE;
- (nullable instancetype)initWithName:(NSString *)name options:(ParcelOptions)options NS_DESIGNATED_INITIALIZER;
+ (void)performFetchWithCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler;
- (T)objectForKeyedSubscript:(NSString *)key;
@end

@protocol ParcelDelegate <NSObject>
@required
- (void)router:(ParcelRouter *)router didOpen:(NSURL *)url;
@optional
- (BOOL)routerShouldOpen:(ParcelRouter *)router;
@end

@interface NSData (Parcel)
- (NSString *)parcel_hex;
@end
#endif
