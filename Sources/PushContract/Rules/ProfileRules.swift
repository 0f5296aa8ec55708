/// Every rule, in two groups. A code stands for one kind of finding and is never given to another.
public enum ProfileRules {
  /// What cannot work, or not as it reads: part of every reading.
  public static let validity: [ProfileRule] = [
    topicSuffix, sdkOrder, teamMismatch, keyFileName, doubledEnvironment,
    unknownDestination, destinationArguments, fallback, home, manyParameters, pathParameters, ambiguousPath,
    unknownChannel,
    unknownCategory, unknownParameter,
    badgeParameter, eventTime,
    alertParts, alertDestination, alertChannel, valueMoment, alertWithSilentKeys,
    reconcile, silentPriority, silentVisible,
    preview, sensitiveText, sensitiveParameter, previewNotGeneric, previewNotSensitive, publicAudience,
    lifetime, collapseLength, neverStored, reservedKey, imageURL, doubledTask, refreshPower, lifecycleOrder,
  ]

  /// What is missing or unwise: `check` says it.
  public static let advice: [ProfileRule] = [
    placeholder, classes, credentials, explainer, noFallback, uselessPath, uselessLinks, fallbackAccount,
    accountDestination,
    unusedParameter,
    routingText, installationAudience,
    timelySilent, shortSilent, lostWhenLate, silentStorm, collapseKeyPerItem, collapseKeys, collapseText,
    criticalAlert, criticalMismatch, timeSensitive, passiveSound, oldSystem, foreground, channelImportance,
    badgePolicy, imageExtension, defaultAndOwn, taskID, taskCount, latePrune,
  ]
}
