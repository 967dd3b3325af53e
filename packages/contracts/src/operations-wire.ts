import { z } from 'zod'
import { bodyProblems, lineOfText } from './wire.ts'

export const operations = '/operations/v1'
export const operationsReading = ['unauthenticated', 'invalid-parameter', 'forbidden'] as const
export const operationsWriting = [...operationsReading, ...bodyProblems] as const

/** Why an operator does something; the audit log keeps it. */
export const operatorReasonSchema = z.string().trim().min(10).max(500).regex(lineOfText)
