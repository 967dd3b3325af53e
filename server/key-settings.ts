import { z } from 'zod'
import { isOtherKey } from './supervise/other-key.ts'

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

/** The settings that are secrets of the installation, see decision 0073 for how one follows another. */
export const keySettings = {
  SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Signs sessions; at least 32 characters (default: generated once in DATA_DIR)'),
  FORMER_SESSION_SECRETS: list
    .refine((secrets) => secrets.every(({ length }) => length >= 32), 'needs at least 32 characters each')
    .optional()
    .describe('Session secrets that still verify what they signed, separated by commas; see npm start -- rotate-keys'),
  INTERNAL_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Authenticates the sites to the API; at least 32 characters (default: generated at each start; required when api and sites run apart)',
    ),
  CAPTCHA_SIGNING_KEYS: list
    .refine(
      (keys) => keys.every((key) => /^\+?[0-9a-f]{64}$/u.test(key)) && keys.some((key) => !key.startsWith('+')),
      'needs keys of 64 hexadecimal digits each, the newest first, separated by commas',
    )
    .optional()
    .describe(
      'Sign challenges: 64 hexadecimal digits each, newest first, separated by commas; one behind a "+" verifies and does not sign yet (default: generated once in DATA_DIR)',
    ),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/u, 'needs 64 hexadecimal digits')
    .optional()
    .describe(
      'Encrypts sensitive fields in the database, such as bank accounts, and signs the audit log: 64 hexadecimal digits (default: generated once in DATA_DIR)',
    ),
  FORMER_ENCRYPTION_KEYS: list
    .refine(
      (keys) => keys.every(isOtherKey),
      'needs keys of 64 hexadecimal digits, separated by commas, each with "@" and a date or without',
    )
    .optional()
    .describe(
      'Encryption keys that still open what they sealed, separated by commas; until the date behind "@", such as @2027-01-31, the audit log may also end under one; see npm start -- rotate-keys',
    ),
}
