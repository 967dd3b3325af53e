import { lineOfText, wordOfText } from '@bollard/contracts'

/** JSON Schemas of the hot routes. They accept what the zod contracts accept; a test holds both together. */
export const startBody = {
  type: 'object',
  required: ['siteKey'],
  additionalProperties: false,
  properties: {
    siteKey: { type: 'string', maxLength: 64 },
    language: { type: 'string', maxLength: 35 },
    action: { type: 'string', maxLength: 100, pattern: lineOfText.source },
    path: { type: 'string', maxLength: 256, pattern: lineOfText.source },
    bypassKey: { type: 'string', maxLength: 100 },
    cData: { type: 'string', maxLength: 255, pattern: wordOfText.source },
    ticket: { type: 'string', maxLength: 128 },
  },
} as const

const numbers = <Count extends number>(count: Count) =>
  ({
    type: 'array',
    minItems: count,
    maxItems: count,
    items: { type: 'integer', minimum: 0, maximum: 0xffff_ffff },
  }) as const

export const answerBody = {
  type: 'object',
  required: ['challenge', 'solution', 'workMs'],
  additionalProperties: false,
  properties: {
    challenge: { type: 'string', maxLength: 512 },
    solution: { type: 'string', maxLength: 1024 },
    stepUp: { type: 'string', const: 'equix' },
    workMs: { type: 'integer', minimum: 0, maximum: 3_600_000 },
    privateToken: { type: 'string', maxLength: 64 },
    path: { type: 'string', maxLength: 256, pattern: lineOfText.source },
    cData: { type: 'string', maxLength: 255, pattern: wordOfText.source },
    action: { type: 'string', maxLength: 100, pattern: lineOfText.source },
    engine: numbers(2),
    collected: {
      type: 'object',
      required: ['layout', 'verdicts'],
      additionalProperties: false,
      properties: {
        layout: { type: 'integer', minimum: 0, maximum: 0xffff_ffff },
        verdicts: { type: 'string', maxLength: 64 },
        page: { type: 'integer', minimum: 0, maximum: 0xffff_ffff },
        digests: numbers(3),
      },
    },
  },
} as const

export const verificationParams = {
  type: 'object',
  required: ['verificationId'],
  properties: { verificationId: { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' } },
} as const

// Made of letters, digits and signs that JSON never escapes, so the serializer need not look.
const plainText = { type: 'string', format: 'unsafe' } as const

/** One flat shape for all three answers: the serializer then never has to try alternatives. */
export const verificationAnswer = {
  type: 'object',
  required: ['status', 'verificationId'],
  properties: {
    status: plainText,
    verificationId: plainText,
    collect: { type: 'boolean' },
    privateToken: { type: 'boolean' },
    challenge: {
      type: 'object',
      properties: {
        token: plainText,
        algorithm: plainText,
        count: { type: 'integer' },
        target: { type: 'integer' },
        expiresAt: plainText,
      },
    },
    token: plainText,
    expiresAt: plainText,
    reasons: { type: 'array', items: plainText },
  },
} as const
