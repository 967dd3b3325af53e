import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import type { InTurn } from '../limits/fair-queue.ts'

/** The cost of hashing a password: kibibytes of memory, passes over it, and lanes. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** 64 MiB, two passes: about 150 ms on the machines this was measured on, off the event loop. */
export const usualCost: PasswordCost = { memory: 65_536, passes: 2, parallelism: 1 }

/** Argon2id in the usual text form `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, when its turn comes in the queue of hashes. */
export async function hashPassword(password: string, cost: PasswordCost, inTurn: InTurn): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inTurn(() => derive(password, salt, cost, 32))
  return `${beginOf(cost)}${toText(salt)}$${toText(hash)}`
}

/** Whether a hash was made at another cost than new ones are. */
export function isOutdated(stored: string, cost: PasswordCost): boolean {
  return !stored.startsWith(beginOf(cost))
}

/** Checks against the cost written in `stored`, so that old hashes stay valid when the cost is raised. */
export async function verifyPassword(
  { hash: stored, password }: { hash: string; password: string },
  inTurn: InTurn,
): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/u.exec(stored)
  if (!match) return false
  const [memory, passes, parallelism] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const expected = Buffer.from(match[5] ?? '', 'base64')
  const salt = Buffer.from(match[4] ?? '', 'base64')
  const actual = await inTurn(() => derive(password, salt, { memory, passes, parallelism }, expected.length))
  return timingSafeEqual(actual, expected)
}

const beginOf = ({ memory, passes, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

function derive(
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: PasswordCost,
  length: number,
): Promise<Buffer> {
  // Keyboards differ in how they compose accents; the same password must give the same bytes.
  const message = password.normalize('NFKC')
  return new Promise<Buffer>((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, parallelism, tagLength: length, memory, passes }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

const toText = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/u, '')
