import { scrypt, timingSafeEqual } from 'node:crypto'

const saltBytes = 16
const hashBytes = 32
/** 32 MiB, about 60 ms on a slow core, off the event loop. How often it is tried is limited by address. */
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_024 * 1_024 }

/** Salt and hash of the password of a page. */
export async function hashPagePassword(password: string, randomBytes: (size: number) => Buffer): Promise<Buffer> {
  const salt = randomBytes(saltBytes)
  return Buffer.concat([salt, await derive(password, salt)])
}

/** Whether it is the password that was hashed. */
export async function isPagePassword(password: string, stored: Buffer): Promise<boolean> {
  return timingSafeEqual(await derive(password, stored.subarray(0, saltBytes)), stored.subarray(saltBytes))
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  // Keyboards differ in how they compose accents; the same password must give the same bytes.
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
