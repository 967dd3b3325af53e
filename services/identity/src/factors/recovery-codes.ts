import { createHash, randomBytes } from 'node:crypto'
import type { Queries } from '@bollard/database'

const codesAtOnce = 10
const codeBytes = 15
/** Crockford's base32: digits and letters without those that look like others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Gives a person ten new codes of 120 bits and ends the old ones. The caller shows them once; only hashes are kept. */
export async function replaceRecoveryCodes(tx: Queries, userId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, () => writeCode(randomBytes(codeBytes)))
  await dropRecoveryCodes(tx, userId)
  await tx.query('identity-recovery-codes-keep', keepSql, [userId, codes.map(hashCode), at])
  return codes
}

/** True once for each code. */
export async function useRecoveryCode(tx: Queries, userId: string, code: string): Promise<boolean> {
  const used = await tx.query(
    'identity-recovery-code-use',
    'delete from identity.recovery_codes where user_id = $1 and code_hash = $2 returning user_id',
    [userId, hashCode(code)],
  )
  return used.length === 1
}

export async function dropRecoveryCodes(tx: Queries, userId: string): Promise<void> {
  await tx.query('identity-recovery-codes-drop', 'delete from identity.recovery_codes where user_id = $1', [userId])
}

/** 15 bytes as 24 signs in groups of six. */
function writeCode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const signs = bits.replace(/.{5}/gu, (five) => alphabet[Number.parseInt(five, 2)] ?? '')
  return signs.replace(/(.{6})(?=.)/gu, '$1-')
}

/** The same for a code in small letters, without hyphens, or with the letters that Crockford reads as digits. */
function hashCode(code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/gu, '').replaceAll('O', '0').replace(/[IL]/gu, '1')
  return createHash('sha256').update(plain).digest('base64url')
}

const keepSql = 'insert into identity.recovery_codes (user_id, code_hash, created_at) select $1, unnest($2::text[]), $3'
