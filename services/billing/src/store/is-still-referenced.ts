/** Whether a deletion failed because another row needs the one that was to go (SQLSTATE 23503, and 23001 for "restrict"). */
export function isStillReferenced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23001')
}
