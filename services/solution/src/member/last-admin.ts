import { ProblemError } from '@bollard/http'

/** The database keeps one admin everywhere (see migration 0003); its refusal becomes the problem `last-admin`. */
export async function refusingLastAdmin<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isLastAdmin(error)) throw new ProblemError('last-admin')
    throw error
  }
}

export function isLastAdmin(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'BL001'
}
