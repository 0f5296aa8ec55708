#pragma once
// A file system for SQLite that fails as disks do. One for the whole process, over the platform's own;
// open a file with its name, "fault".

// Makes it known to SQLite. May be called again. 0: done.
int pw_fault_register(void);

// Nothing fails, nothing is remembered.
void pw_fault_reset(void);

// Each sync takes so much longer.
void pw_fault_delay_syncs(int microseconds);
// Syncs since the last reset.
long pw_fault_syncs(void);

// The sync after `skip` more ones, and `count` in all, fail. As with Linux, what they should have written
// can still be read, and no later sync writes it.
void pw_fault_fail_syncs(int skip, int count);

// Files may grow by so many bytes in all; less than 0: without bound.
void pw_fault_room(long long bytes);

// From now on what was not synced is known. Call it before files are opened. The seed decides what a fault
// leaves of it.
void pw_fault_track(unsigned long long seed);
// The power fails at the write, truncation or sync after `operations` more ones: then everything fails.
void pw_fault_cut_after(long operations);
int pw_fault_is_off(void);
// The power is back: every file is what was synced of it, with a random part of what was not, whole or torn.
// Files must have been closed.
void pw_fault_restore(void);
