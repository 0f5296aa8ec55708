package com.google.android.gms.tasks;

import java.util.concurrent.Executor;

public abstract class Task<TResult> {
  public abstract Task<TResult> addOnCompleteListener(
      Executor executor, OnCompleteListener<TResult> listener);

  public abstract boolean isSuccessful();

  public abstract TResult getResult();

  public abstract Exception getException();
}
