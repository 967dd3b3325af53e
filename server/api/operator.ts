import { readFileSync } from 'node:fs'
import { isIban } from '@bollard/e-invoice/iban'
import { languageSchema } from '@bollard/contracts'
import { z } from 'zod'
import { StartupFault } from '../startup-fault.ts'

const line = z.string().trim().min(1).max(200)
/** A document of the operator: where it stands, its version, and the day from which it holds. */
const legalDocument = z.strictObject({
  version: line.max(40),
  url: z.url({ protocol: /^https?$/u }),
  since: z.iso.date().optional(),
})
/** A text in each language that somebody has written it in. */
const texts = z.partialRecord(languageSchema, line)
/** What only the website says of the operator: its legal texts and what search engines learn. */
const forWebsite = {
  /** Who represents the company, such as its managing directors. */
  representatives: z.array(line).min(1).optional(),
  /** The court or authority that keeps the register in which `registerNumber` is. */
  registerCourt: line.optional(),
  /** Who watches over the business, where it needs a permit. */
  supervisoryAuthority: line.optional(),
  /** The data protection officer; where none was appointed, questions about privacy go to `privacyEmail` or `email`. */
  privacyOfficer: z.strictObject({ name: line, email: z.email() }).optional(),
  privacyEmail: z.email().optional(),
  /** Where to report vulnerabilities, `email` where nobody says, and where to read what becomes of a report. */
  securityEmail: z.email().optional(),
  securityPolicy: z.url({ protocol: /^https$/u }).optional(),
  /** Who runs the machines, and where. */
  hosting: line.optional(),
  /** Processors that see data of visitors: who, what for, and where; an empty list says that there are none. */
  subprocessors: z.array(z.strictObject({ name: line, purpose: line, place: line })).optional(),
  /** Whose law contracts follow, and whose courts decide. */
  governingLaw: line.optional(),
  jurisdiction: line.optional(),
  /** What contracts promise: the share of a month in which the service answers, such as `99.9 %`, and when somebody helps. */
  availability: line.optional(),
  supportHours: line.optional(),
  brandName: line.optional(),
  logo: z.url({ protocol: /^https$/u }).optional(),
  foundingDate: z.union([z.iso.date(), z.string().regex(/^\d{4}$/u)]).optional(),
  profiles: z.array(z.url({ protocol: /^https$/u })).optional(),
  description: texts.optional(),
  locality: texts.optional(),
}
const described = z.strictObject({
  ...forWebsite,
  legalName: line,
  address: z.strictObject({
    street: line,
    line2: line.optional(),
    postalCode: line,
    city: line,
    region: line.optional(),
    countryCode: z.string().regex(/^[A-Z]{2}$/u),
  }),
  email: z.email(),
  contact: z.strictObject({
    name: line,
    phone: line.regex(/(?:\d.*){3}/u, 'Needs at least three digits'),
    email: z.email(),
  }),
  vatId: line.optional(),
  taxNumber: line.optional(),
  registerNumber: line.optional(),
  /** The agreement about processing visitors' data that its customers accept: where it stands, and its version. */
  dpa: legalDocument.optional(),
  /** What everybody accepts who signs up, and what it says about their data. */
  terms: legalDocument.optional(),
  privacy: legalDocument.optional(),
  bank: z.strictObject({
    accountHolder: line,
    iban: line.refine(isIban, 'Is no IBAN').transform((iban) => iban.replaceAll(/\s/gu, '').toUpperCase()),
    bic: line.optional(),
  }),
})
/** What an invoice cannot do without, whoever it goes to. */
const operatorSchema = described
  .refine(({ vatId, taxNumber }) => vatId !== undefined || taxNumber !== undefined, {
    path: ['vatId'],
    error: 'An invoice names vatId or taxNumber',
  })
  .refine(({ taxNumber, registerNumber }) => taxNumber !== undefined || registerNumber !== undefined, {
    path: ['taxNumber'],
    error: 'An invoice to where VAT does not apply names no vatId, so it needs taxNumber or registerNumber',
  })

/** The company that runs this deployment, as it stands on its invoices. */
export type Operator = z.infer<typeof operatorSchema>

/** Reads the file that `OPERATOR_FILE` names. Throws a `StartupFault` that names every fault. */
export function readOperator(file: string): Operator {
  const parsed = operatorSchema.safeParse(readJson(file))
  if (!parsed.success)
    throw new StartupFault(`${file} does not describe an operator:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartupFault(
      `${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}
