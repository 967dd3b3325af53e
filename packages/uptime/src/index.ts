export * from './assertion.ts'
export * from './check-result.ts'
