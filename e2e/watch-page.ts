import type { Page } from '@playwright/test'

/** Gathers what no page may do: errors and warnings in the console, uncaught errors, requests to anybody but us. */
export function watchPage(page: Page): { complaints: string[]; foreignRequests: string[] } {
  const complaints: string[] = []
  const foreignRequests: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') foreignRequests.push(request.url())
  })
  return { complaints, foreignRequests }
}
