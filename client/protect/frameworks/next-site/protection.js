/** That of the visit which is being played: each has a service of its own. */
const protection = new Proxy({}, { get: (_target, name) => globalThis.protectionOfVisit[name] })

/** The server that runs Next sets the header, whatever a visitor has sent. */
const options = {
  peer: ({ headers }) => headers.get('x-address-of-server'),
  skip: ({ url }) => new URL(url).pathname.includes('/files/'),
}

export { options, protection }
