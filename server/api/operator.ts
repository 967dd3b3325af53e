import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartupFault } from '../startup-fault.ts'

const line = z.string().trim().min(1).max(200)
const operatorSchema = z.strictObject({
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
  contact: z.strictObject({ name: line, phone: line, email: z.email() }),
  vatId: line.optional(),
  taxNumber: line.optional(),
  registerNumber: line.optional(),
  bank: z.strictObject({ accountHolder: line, iban: line, bic: line.optional() }),
})

/** The company that runs this deployment, as it stands on its invoices. */
export type Operator = z.infer<typeof operatorSchema>

/** Reads the file that `OPERATOR_FILE` names. Throws a `StartupFault` that names every fault. */
export function readOperator(file: string): Operator {
  const parsed = operatorSchema.safeParse(readJson(file))
  if (!parsed.success) throw new StartupFault(`${file} does not describe an operator:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartupFault(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
