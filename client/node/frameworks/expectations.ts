/** What each address of `client/framework-cases.json` expects; those with answers or addresses of their own are each framework's. */
export const expectations = {
  '/signup': { action: 'signup' },
  '/shop': { hostnames: ['shop.example'] },
  '/elsewhere': { hostnames: ['other.example'] },
  '/delete-account': { action: 'delete-account' },
}
