import type admin from '../texts/admin/en.json'
import type dashboard from '../texts/dashboard/en.json'
import type decisions from '../texts/decisions/en.json'
import type docs from '../texts/docs/en.json'
import type identity from '../texts/identity/en.json'
import type findings from '../texts/findings/en.json'
import type elements from '../texts/library-elements/en.json'
import type structure from '../texts/library-structure/en.json'
import type reasons from '../texts/reasons/en.json'
import type status from '../texts/status/en.json'
import type website from '../texts/website/en.json'

/** English is the shape; a test holds every other language to it. */
export type ElementTexts = typeof elements
export type StructureTexts = typeof structure
export type ReasonTexts = typeof reasons

/** What every site has under `elements`, `structure` and `reasons`. */
export interface SharedTexts {
  elements: ElementTexts
  structure: StructureTexts
  reasons: ReasonTexts
}
export type WebsiteTexts = typeof website & SharedTexts
export type IdentityTexts = typeof identity & SharedTexts
type DecisionTexts = typeof decisions
type FindingTexts = typeof findings
export type DashboardTexts = typeof dashboard & SharedTexts & { decisions: DecisionTexts; findings: FindingTexts }
export type AdminTexts = typeof admin & SharedTexts
export type DocsTexts = typeof docs & SharedTexts
export type StatusTexts = typeof status & SharedTexts
