import { z } from 'zod'
import { timeSchema } from './wire.ts'

/** Where servers ask that were made for other captchas: as there, so that only the host changes. */
export const compatPaths = {
  recaptcha: '/recaptcha/api/siteverify',
  hcaptcha: '/hcaptcha/siteverify',
  turnstile: '/turnstile/v0/siteverify',
  friendlyCaptcha: '/api/v2/captcha/siteverify',
  trustcaptcha: '/v2/verifications/{verificationId}/results',
  trustcaptchaV1: '/verifications/{verificationId}/assessments',
} as const

/** A code that a captcha documents: the HTTP status it comes with and when we answer it, or why we never do. */
export type CompatCode =
  | { readonly http: number; readonly when: CompatText }
  | { readonly http: null; readonly never: CompatText }
interface CompatText {
  readonly en: string
  readonly de: string
}

export const recaptchaCodes = {
  'missing-input-secret': {
    http: 200,
    when: { en: 'No secret key was sent.', de: 'Es wurde kein geheimer Schlüssel gesendet.' },
  },
  'invalid-input-secret': {
    http: 200,
    when: {
      en: 'Nobody owns the secret key, it was revoked or has expired, or it may not be used from this address. Also while the solution is locked because the key has become known to others.',
      de: 'Der geheime Schlüssel gehört niemandem, ist widerrufen oder abgelaufen, oder er darf von dieser Adresse aus nicht benutzt werden. Ebenso, solange die Lösung gesperrt ist, weil der Schlüssel anderen bekannt geworden ist.',
    },
  },
  'missing-input-response': { http: 200, when: { en: 'No token was sent.', de: 'Es wurde kein Token gesendet.' } },
  'invalid-input-response': {
    http: 200,
    when: {
      en: 'The token is not one of ours, was altered, or belongs to another site.',
      de: 'Das Token stammt nicht von uns, wurde verändert oder gehört zu einer anderen Website.',
    },
  },
  'bad-request': {
    http: 200,
    when: {
      en: 'The body cannot be read, or a field comes twice with different values. With status 405 for another method than GET or POST, with 413 for more than 8 KiB. Also while we cannot answer: this protocol has no code of its own for that.',
      de: 'Der Inhalt ist nicht lesbar, oder ein Feld steht zweimal mit verschiedenen Werten darin. Mit Status 405 bei einer anderen Methode als GET oder POST, mit 413 bei mehr als 8 KiB. Ebenso, solange wir nicht antworten können: Dafür kennt dieses Protokoll keinen eigenen Code.',
    },
  },
  'timeout-or-duplicate': {
    http: 200,
    when: {
      en: 'The token has expired, or was used before.',
      de: 'Das Token ist abgelaufen oder wurde schon benutzt.',
    },
  },
} as const satisfies Record<string, CompatCode>

export const hcaptchaCodes = {
  'missing-input-secret': recaptchaCodes['missing-input-secret'],
  'invalid-input-secret': recaptchaCodes['invalid-input-secret'],
  'missing-input-response': recaptchaCodes['missing-input-response'],
  'invalid-input-response': recaptchaCodes['invalid-input-response'],
  'expired-input-response': { http: 200, when: { en: 'The token has expired.', de: 'Das Token ist abgelaufen.' } },
  'already-seen-response': {
    http: 200,
    when: { en: 'The token was used before.', de: 'Das Token wurde schon benutzt.' },
  },
  'bad-request': {
    http: 200,
    when: {
      en: 'The body cannot be read, or a field comes twice with different values. With status 405 for another method than POST, with 413 for more than 8 KiB. Also while we cannot answer: this protocol has no code of its own for that.',
      de: 'Der Inhalt ist nicht lesbar, oder ein Feld steht zweimal mit verschiedenen Werten darin. Mit Status 405 bei einer anderen Methode als POST, mit 413 bei mehr als 8 KiB. Ebenso, solange wir nicht antworten können: Dafür kennt dieses Protokoll keinen eigenen Code.',
    },
  },
  'invalid-remoteip': {
    http: 200,
    when: {
      en: 'remoteip was sent and is not an IP address.',
      de: 'remoteip wurde gesendet und ist keine IP-Adresse.',
    },
  },
  'invalid-sitekey': {
    http: 200,
    when: { en: 'sitekey was sent and nobody owns it.', de: 'sitekey wurde gesendet und gehört niemandem.' },
  },
  'not-using-dummy-passcode': {
    http: 200,
    when: {
      en: 'A secret key for tests came with a token that is not one of those for tests.',
      de: 'Ein geheimer Testschlüssel kam mit einem Token, das kein Testtoken ist.',
    },
  },
  'not-using-dummy-secret': {
    http: 200,
    when: {
      en: 'A token for tests came with a secret key that is not one for tests.',
      de: 'Ein Testtoken kam mit einem geheimen Schlüssel, der kein Testschlüssel ist.',
    },
  },
  'sitekey-secret-mismatch': {
    http: 200,
    when: {
      en: 'sitekey was sent and is not one that the secret key is good for.',
      de: 'sitekey wurde gesendet und passt nicht zum geheimen Schlüssel.',
    },
  },
  'missing-remoteip': { http: null, never: { en: 'remoteip is never required.', de: 'remoteip ist nie Pflicht.' } },
  'invalid-or-already-seen-response': {
    http: null,
    never: {
      en: 'Replaced by the two codes that tell which of both it is.',
      de: 'Ersetzt durch die beiden Codes, die sagen, was von beidem es ist.',
    },
  },
} as const satisfies Record<string, CompatCode>

export const turnstileCodes = {
  'missing-input-secret': recaptchaCodes['missing-input-secret'],
  'invalid-input-secret': recaptchaCodes['invalid-input-secret'],
  'missing-input-response': recaptchaCodes['missing-input-response'],
  'invalid-input-response': {
    http: 200,
    when: {
      en: 'The token is not one of ours, was altered, is longer than 2,048 characters, belongs to another site, or is one for tests.',
      de: 'Das Token stammt nicht von uns, wurde verändert, ist länger als 2.048 Zeichen, gehört zu einer anderen Website oder ist ein Testtoken.',
    },
  },
  'bad-request': {
    http: 200,
    when: {
      en: 'The body cannot be read, a field comes twice with different values, or idempotency_key is not a UUID. With status 405 for another method than POST, with 413 for more than 8 KiB.',
      de: 'Der Inhalt ist nicht lesbar, ein Feld steht zweimal mit verschiedenen Werten darin, oder idempotency_key ist keine UUID. Mit Status 405 bei einer anderen Methode als POST, mit 413 bei mehr als 8 KiB.',
    },
  },
  'timeout-or-duplicate': {
    http: 200,
    when: {
      en: 'The token has expired, or was used before without this idempotency_key.',
      de: 'Das Token ist abgelaufen oder wurde schon ohne diesen idempotency_key benutzt.',
    },
  },
  'internal-error': {
    http: 200,
    when: {
      en: 'We cannot answer at the moment. Nothing was used up, or the same idempotency_key answers it again.',
      de: 'Wir können im Moment nicht antworten. Es wurde nichts verbraucht, oder derselbe idempotency_key liefert die Antwort erneut.',
    },
  },
  'invalid-widget-id': {
    http: null,
    never: {
      en: 'Retired by its maker; the site key is part of the token.',
      de: 'Vom Hersteller abgeschafft; der Site-Schlüssel steckt im Token.',
    },
  },
  'invalid-parsed-secret': {
    http: null,
    never: {
      en: 'Retired by its maker; a secret key is right or wrong.',
      de: 'Vom Hersteller abgeschafft; ein geheimer Schlüssel ist richtig oder falsch.',
    },
  },
} as const satisfies Record<string, CompatCode>

export const friendlyCaptchaCodes = {
  auth_required: { http: 401, when: { en: 'The header X-API-Key is missing.', de: 'Der Header X-API-Key fehlt.' } },
  auth_invalid: {
    http: 401,
    when: {
      en: 'Nobody owns the key in X-API-Key, it was revoked or has expired, or it may not be used from this address.',
      de: 'Der Schlüssel in X-API-Key gehört niemandem, ist widerrufen oder abgelaufen, oder er darf von dieser Adresse aus nicht benutzt werden.',
    },
  },
  sitekey_invalid: {
    http: 400,
    when: {
      en: 'sitekey was sent and is not one that the API key is good for.',
      de: 'sitekey wurde gesendet und passt nicht zum API-Schlüssel.',
    },
  },
  response_missing: {
    http: 400,
    when: {
      en: 'No response was sent. Reject forms without one yourself: clients in lenient mode accept every answer other than 200.',
      de: 'Es wurde keine response gesendet. Formulare ohne sie sollten Sie selbst abweisen: Clients im nachsichtigen Modus lassen durch, was nicht mit 200 beantwortet wird.',
    },
  },
  bad_request: { http: 400, when: { en: 'The body cannot be read.', de: 'Der Inhalt ist nicht lesbar.' } },
  response_invalid: {
    http: 200,
    when: {
      en: 'The response is not one of ours, was altered, is too long, comes twice, or belongs to another site. Also while the solution is locked because the key has become known to others.',
      de: 'Die response stammt nicht von uns, wurde verändert, ist zu lang, steht zweimal da oder gehört zu einer anderen Website. Ebenso, solange die Lösung gesperrt ist, weil der Schlüssel anderen bekannt geworden ist.',
    },
  },
  response_timeout: { http: 200, when: { en: 'The response has expired.', de: 'Die response ist abgelaufen.' } },
  response_duplicate: {
    http: 200,
    when: { en: 'The response was used before.', de: 'Die response wurde schon benutzt.' },
  },
  method_not_allowed: { http: 405, when: { en: 'Only POST is answered.', de: 'Nur POST wird beantwortet.' } },
  internal_server_error: {
    http: 500,
    when: { en: 'We cannot answer at the moment.', de: 'Wir können im Moment nicht antworten.' },
  },
  token_missing: {
    http: null,
    never: {
      en: 'Belongs to risk intelligence, which has no counterpart here.',
      de: 'Gehört zu Risk Intelligence, wofür es hier kein Gegenstück gibt.',
    },
  },
  token_invalid: {
    http: null,
    never: {
      en: 'Belongs to risk intelligence, which has no counterpart here.',
      de: 'Gehört zu Risk Intelligence, wofür es hier kein Gegenstück gibt.',
    },
  },
  token_expired: {
    http: null,
    never: {
      en: 'Belongs to risk intelligence, which has no counterpart here.',
      de: 'Gehört zu Risk Intelligence, wofür es hier kein Gegenstück gibt.',
    },
  },
} as const satisfies Record<string, CompatCode>

/** It documents statuses alone; the names are ours. */
export const trustcaptchaCodes = {
  'api-key-invalid': {
    http: 403,
    when: {
      en: 'No key was sent, nobody owns it, it was revoked or has expired, or it may not be used from this address. Also while the solution is locked because the key has become known to others.',
      de: 'Es wurde kein Schlüssel gesendet, er gehört niemandem, ist widerrufen oder abgelaufen, oder er darf von dieser Adresse aus nicht benutzt werden. Ebenso, solange die Lösung gesperrt ist, weil der Schlüssel anderen bekannt geworden ist.',
    },
  },
  'verification-not-found': {
    http: 404,
    when: { en: 'There is no such verification of this site.', de: 'Diese Website hat keine solche Prüfung.' },
  },
  'method-not-allowed': { http: 405, when: { en: 'Only GET is answered.', de: 'Nur GET wird beantwortet.' } },
  'result-expired': {
    http: 410,
    when: {
      en: 'The result is older than the settings of the site allow.',
      de: 'Das Ergebnis ist älter, als die Einstellungen der Website erlauben.',
    },
  },
  'client-reported-outage': {
    http: 412,
    when: {
      en: 'The visitor says that we could not be reached, but we have recorded no outage at that time, or the settings of the site let nobody pass because of one.',
      de: 'Der Besucher sagt, wir seien nicht erreichbar gewesen, aber wir haben für diese Zeit keinen Ausfall verzeichnet, oder nach den Einstellungen der Website kommt deswegen niemand durch.',
    },
  },
  'verification-not-finished': {
    http: 423,
    when: {
      en: 'The id is so young that its challenge may still be answered.',
      de: 'Die ID ist so jung, dass ihre Aufgabe noch gelöst werden kann.',
    },
  },
  'retrieval-limit': {
    http: 429,
    when: {
      en: 'The result was taken as often as the settings of the site allow.',
      de: 'Das Ergebnis wurde so oft abgerufen, wie die Einstellungen der Website erlauben.',
    },
  },
  unavailable: {
    http: 503,
    when: { en: 'We cannot answer at the moment.', de: 'Wir können im Moment nicht antworten.' },
  },
} as const satisfies Record<string, CompatCode>

type Answered<Table extends Record<string, CompatCode>> = {
  [Code in keyof Table]: Table[Code] extends { readonly http: number } ? Code : never
}[keyof Table]
export type RecaptchaCode = Answered<typeof recaptchaCodes>
export type HcaptchaCode = Answered<typeof hcaptchaCodes>
export type TurnstileCode = Answered<typeof turnstileCodes>
export type FriendlyCaptchaCode = Answered<typeof friendlyCaptchaCodes>
export type TrustcaptchaCode = Answered<typeof trustcaptchaCodes>

const errorCodes = z.array(z.string())

/** 1 = person. */
export const recaptchaAnswerSchema = z.discriminatedUnion('success', [
  z.strictObject({
    success: z.literal(true),
    challenge_ts: timeSchema,
    hostname: z.string(),
    score: z.number().min(0).max(1),
    action: z.string().optional(),
  }),
  z.strictObject({ success: z.literal(false), 'error-codes': errorCodes }),
])

/** 1 = bot. */
export const hcaptchaAnswerSchema = z.discriminatedUnion('success', [
  z.strictObject({
    success: z.literal(true),
    challenge_ts: timeSchema,
    hostname: z.string(),
    credit: z.boolean(),
    score: z.number().min(0).max(1),
    score_reason: z.array(z.string()),
  }),
  z.strictObject({ success: z.literal(false), 'error-codes': errorCodes }),
])

export const turnstileAnswerSchema = z.discriminatedUnion('success', [
  z.strictObject({
    success: z.literal(true),
    'error-codes': errorCodes,
    challenge_ts: timeSchema,
    hostname: z.string(),
    action: z.string(),
    cdata: z.string(),
    metadata: z.strictObject({ interactive: z.boolean() }),
    messages: z.array(z.string()),
  }),
  z.strictObject({ success: z.literal(false), 'error-codes': errorCodes, messages: z.array(z.string()) }),
])

export const friendlyCaptchaAnswerSchema = z.discriminatedUnion('success', [
  z.strictObject({
    success: z.literal(true),
    data: z.strictObject({
      event_id: z.uuid(),
      challenge: z.strictObject({ timestamp: timeSchema, origin: z.string() }),
      risk_intelligence: z.null(),
    }),
  }),
  z.strictObject({ success: z.literal(false), error: z.strictObject({ error_code: z.string(), detail: z.string() }) }),
])

/** `score`: 1 = bot. `origin`: by the host, which is all that is kept. `ipAddress`: the first of the visitor's network. `countryCode`: `ZZ` where it is unknown. */
export const trustcaptchaResultSchema = z.strictObject({
  captchaId: z.uuid(),
  verificationId: z.uuid(),
  verificationPassed: z.boolean(),
  score: z.number().min(0).max(1),
  decisionType: z.string(),
  decisionAction: z.string(),
  gatewayFailoverActive: z.boolean(),
  riskScoringEnabled: z.boolean(),
  minimalDataModeEnabled: z.boolean(),
  origin: z.string(),
  ipAddress: z.string(),
  countryCode: z.string().length(2),
  deviceFamily: z.string(),
  operatingSystem: z.string(),
  browser: z.string(),
  verificationStartedAt: timeSchema,
  verificationFinishedAt: timeSchema,
  resultExpiresAt: timeSchema,
  resultFirstFetchedAt: timeSchema.nullable(),
  resultLastFetchedAt: timeSchema.nullable(),
})
export type TrustcaptchaResult = z.infer<typeof trustcaptchaResultSchema>

/** Version 1, which libraries before their version 3 ask for. `reason`: our word for what decided. */
export const trustcaptchaAssessmentSchema = z.strictObject({
  captchaId: z.uuid(),
  verificationId: z.uuid(),
  score: z.number().min(0).max(1),
  reason: z.string(),
  mode: z.enum(['standard', 'minimal']),
  origin: z.string(),
  ipAddress: z.string(),
  deviceFamily: z.string(),
  operatingSystem: z.string(),
  browser: z.string(),
  creationTimestamp: timeSchema,
  releaseTimestamp: timeSchema,
  retrievalTimestamp: timeSchema,
  verificationPassed: z.boolean(),
})
export type TrustcaptchaAssessment = z.infer<typeof trustcaptchaAssessmentSchema>
