import { promisify } from 'node:util'
import { createZstdCompress, createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** A backup that isn't whole, or was made with another key. The message names what is wrong. */
export class DamageError extends Error {
  override readonly name = 'DamageError'
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Compresses and encrypts. What it makes, the programs `age` and `zstd` can open with the same key, without Bollard. */
export interface Sealing {
  seal(content: Uint8Array): Promise<Uint8Array>
  /** Throws a `DamageError` that names `what`. */
  open(content: Uint8Array, what: string): Promise<Buffer>
  sealStream(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>>
  openStream(content: AsyncIterable<Uint8Array>, what: string): AsyncIterable<Buffer>
}

/** A new key for `createSealing`. */
export const createBackupKey = (): Promise<string> => generateX25519Identity()

/** `key` is an age identity: `AGE-SECRET-KEY-1…`. */
export async function createSealing(key: string): Promise<Sealing> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  return {
    seal: async (content) => encrypter.encrypt(new Uint8Array(await compress(content))),
    async open(content, what) {
      try {
        return await decompress(await decrypter.decrypt(new Uint8Array(content)))
      } catch (error) {
        throw asDamage(error, what)
      }
    },
    async sealStream(content) {
      const compressed = pipeline(Readable.from(content), createZstdCompress(), () => {})
      return encrypter.encrypt(asWebStream(compressed))
    },
    async *openStream(content, what) {
      try {
        const clear = await decrypter.decrypt(asWebStream(Readable.from(content)))
        yield* pipeline(Readable.from(asIterable(clear)), createZstdDecompress(), () => {})
      } catch (error) {
        throw asDamage(error, what)
      }
    },
  }
}

/** For secrets, which people open with words that they remember. Each guess costs 2 to the power of `work`; only tests take less. */
export async function sealWithPassphrase(content: string, passphrase: string, work = 18): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(work)
  return encrypter.encrypt(content)
}

export async function openWithPassphrase(content: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(new Uint8Array(content), 'text')
  } catch (error) {
    throw new DamageError("The file can't be opened: the passphrase is wrong, or the file is damaged.", {
      cause: error,
    })
  }
}

function asDamage(error: unknown, what: string): Error {
  if (error instanceof DamageError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/no identity matched/u.test(text))
    return new DamageError(`${what} was made with another BACKUP_KEY.`, { cause: error })
  return new DamageError(`${what} is damaged (${text}).`, { cause: error })
}

function asIterable(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return stream as unknown as AsyncIterable<Uint8Array>
}

/** The types of Node's streams and of the web's differ in what a chunk's memory may be. */
function asWebStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
}
