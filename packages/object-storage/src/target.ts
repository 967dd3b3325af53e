/** Something that lies in a target. */
export interface StoredObject {
  /** Below the target, with slashes: `wal/000000010000000000000003.zst.age`. */
  readonly path: string
  readonly bytes: number
  /** When it was stored, by the clock of the target. */
  readonly at: Date
}

/** Where objects lie: a folder, or a bucket of S3-compatible storage. Objects are at most 64 MiB. */
export interface Target {
  /** For people; holds no key. */
  readonly name: string
  /** Resolves once the object is durable. `exists`: there is one of that name, which is left as it is. */
  put(path: string, content: Uint8Array): Promise<'stored' | 'exists'>
  /** Stores an object in place of the one of that name, if any. Who reads meanwhile gets the one or the other as a whole. */
  replace(path: string, content: Uint8Array): Promise<void>
  /** Null where there is no such object. */
  get(path: string): Promise<Buffer | null>
  has(path: string): Promise<boolean>
  /** All objects whose path begins with `prefix`, by path. */
  list(prefix: string): Promise<StoredObject[]>
  /** Does nothing where there is no such object. */
  remove(path: string): Promise<void>
}

/** The target can't be used, or refused something. The message is for the operator. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
}
