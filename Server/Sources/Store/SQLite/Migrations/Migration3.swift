/// What FCM's limit for collapsible messages needs. Only adds, so that a version before goes on beside it.
enum Migration3 {
  static let sql = """
    -- FCM keeps only the last of its pushes for a device, and takes few of them.
    ALTER TABLE classes ADD COLUMN collapsible INTEGER NOT NULL DEFAULT 0;
    """
}
