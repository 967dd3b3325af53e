/** Addresses of the product that `start-product.ts` has started. */
export const product = {
  get website() {
    return address('E2E_WEBSITE')
  },
  get identity() {
    return address('E2E_IDENTITY')
  },
  get dashboard() {
    return address('E2E_DASHBOARD')
  },
  get docs() {
    return address('E2E_DOCS')
  },
  get status() {
    return address('E2E_STATUS')
  },
  get api() {
    return address('E2E_API')
  },
  get dataDirectory() {
    return address('E2E_DATA')
  },
  /** What the product printed while it started. */
  get output() {
    return address('E2E_OUTPUT')
  },
}

function address(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: run the journeys through playwright.config.ts`)
  return value
}
