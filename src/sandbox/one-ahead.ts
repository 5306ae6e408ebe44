/** The same items in the same order; while one is worked on, the next is being made. Never more than one. */
export async function* oneAhead<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  const iterator: Iterator<T> | AsyncIterator<T> =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const pull = (): Promise<IteratorResult<T>> => {
    const next = Promise.resolve(iterator.next());
    // A failure is told when its turn comes, which may be long after it happened.
    next.catch(() => undefined);
    return next;
  };
  let next = pull();
  try {
    for (;;) {
      const made = await next;
      if (made.done === true) return;
      next = pull();
      yield made.value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}
