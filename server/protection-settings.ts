import { z } from 'zod'

/** Settings of the protection of pages. */
export const protectionSettings = {
  PROTECTION_STORE_URL: z
    .string()
    .refine(
      (url) => /^(?:redis|valkey)s?:\/\/.+$/u.test(url) && URL.canParse(url.replace(/^valkey/u, 'redis')),
      'needs an address such as valkeys://user:password@host:6379',
    )
    .optional()
    .describe(
      'Where page protection counts: one server of Valkey or Redis, at redis:// or valkey://, with an s for TLS (default: the database)',
    ),
  PROTECTION_VIES: z
    .stringbool()
    .default(true)
    .describe('Ask VIES, the register of the EU, about VAT numbers of protected forms whose rule wants it'),
}
