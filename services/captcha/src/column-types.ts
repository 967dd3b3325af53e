import type {
  ApiKeyScope,
  DeliveryError,
  LockEffect,
  PlanFeature,
  RuleAction,
  RuleCondition,
  WebhookDelivery,
  WebhookEvent,
} from '@bollard/contracts'
import type { Source } from '@bollard/engine-proof'
import type { RedemptionResult } from './records/store/redeem-results.ts'
import type { StoredVerification } from './records/store/stored-verification.ts'
import type { WeekCounts } from './records/usage/count-weeks.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'captcha.api_keys.scopes': ApiKeyScope[]
  'captcha.erasures.stage': 0 | 1 | 2
  'captcha.rules.action': RuleAction
  'captcha.rules.conditions': readonly RuleCondition[]
  'captcha.sites.restrictions': readonly LockEffect[]
  'captcha.sites.withheld_features': readonly PlanFeature[]
  'captcha.alert_outbox.error': DeliveryError
  'captcha.alert_outbox.type': WebhookDelivery['type']
  'captcha.webhooks.events': WebhookEvent[]
}

/** What the statements build of `verificationColumns`. */
interface BuiltOfVerification {
  environment: StoredVerification['environment']
  rule: StoredVerification['rule']
  bypass_key: StoredVerification['bypass_key']
}

/** Columns of a verification that was found, which are read where the state is `redeemed` alone. */
interface FoundVerification {
  id: StoredVerification['id']
  issued_at: StoredVerification['issued_at']
  finished_at: StoredVerification['finished_at']
  round: StoredVerification['round']
  outcome: StoredVerification['outcome']
  score: StoredVerification['score']
  check_ms: StoredVerification['check_ms']
  work_ms: StoredVerification['work_ms']
  work_hashes: StoredVerification['work_hashes']
  hostname: StoredVerification['hostname']
  browser: StoredVerification['browser']
  operating_system: StoredVerification['operating_system']
  device: StoredVerification['device']
  network: StoredVerification['network']
  asn: StoredVerification['asn']
  reasons: StoredVerification['reasons']
  decision: StoredVerification['decision']
  network_kind: StoredVerification['network_kind']
  flags: StoredVerification['flags']
  environment: StoredVerification['environment']
  rule: StoredVerification['rule']
  bypass_key: StoredVerification['bypass_key']
  retrievals: StoredVerification['retrievals']
  /** What is fresh was redeemed by then, or used up. */
  state: RedemptionResult['status']
}

/** Read where `program` is not null alone. */
interface OneProgram {
  answer: string
  source: Source
  usesLeft: number
}

/** An export or an erasure refers to a site. */
interface OfSite {
  solutionId: string
}

/** Columns of rows, and why they are more than the schema can say. */
export interface ResultTypes {
  'captcha-outbox-lease': {
    /** Written by the same statement. */
    triedAt: Date
  }
  'captcha-alert-pass': {
    /** Parameters and a column that is never null. */
    isRecent: boolean
  }
  'captcha-archive-page': BuiltOfVerification
  'captcha-count-use': {
    /** Collected from what `captcha.rules.conditions` holds. */
    fields: readonly RuleCondition['field'][]
  }
  'captcha-count-weeks': {
    /** Built by the statement. */
    week: WeekCounts
    /** Built by the statement. */
    before: WeekCounts
  }
  'captcha-cut': {
    /** Computed from parameters. */
    at: Date
  }
  'captcha-day-starts': {
    /** Every day has a first quarter of an hour. */
    at: Date
  }
  'captcha-engine-programs': OneProgram
  'captcha-erasure-claim': OfSite
  'captcha-export': OfSite
  'captcha-export-insert': OfSite
  'captcha-exports': OfSite
  'captcha-feedback-report': {
    /** Read where feedback was stored, which needs a verification. */
    network: string
    /** Likewise. */
    flags: number
  }
  'captcha-live': BuiltOfVerification
  'captcha-log-chunks': {
    /** The function answers rows of `captcha.log_chunks`. */
    chunk_from: Date
    /** Likewise. */
    chunk_to: Date
  }
  'captcha-log-rows': BuiltOfVerification
  'captcha-redeem': FoundVerification
  'captcha-redeem-once-earlier': BuiltOfVerification
  'captcha-verification': BuiltOfVerification
  'captcha-webhook-fails': {
    /** The statement sets it. */
    since: Date
  }
}
