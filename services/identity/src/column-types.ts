import type { AdvertisingToken, Conversion, NotificationPreferences } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { AdvertisingSend } from './advertising/send-conversion.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'identity.advertising_tokens.consent': NonNullable<AdvertisingToken['consent']>
  'identity.passkeys.transports': AuthenticatorTransport[]
  'identity.users.language': Language
}

/** Columns of rows, and why they are more than the schema can say. */
export interface ResultTypes {
  'identity-conversion-export-rows': {
    /** What is ineligible has a reason. */
    isOpen: boolean
  }
  'identity-conversions-due': {
    /** What `sendConversion` has kept. */
    upload: AdvertisingSend
  }
  'identity-open-clicks': {
    /** Collected from a column that a check restricts. */
    recorded: Conversion['kind'][]
  }
  'identity-operating-actor': {
    /** Whether a joined row is there. */
    isOperating: boolean
  }
  'identity-preferences': {
    /** Built by the statement. */
    preferences: NotificationPreferences
  }
  'identity-session-rotated': {
    /** Set together with the hash of the former token, by which the row is found. */
    salt: string
    /** Likewise. */
    proofHash: string
  }
}
