export default defineEventHandler(async (event) => {
  const { host } = useRuntimeConfig().public.bollard
  const fields = new URLSearchParams(await readRawBody(event))
  const body = new URLSearchParams({
    secret: process.env.BOLLARD_SECRET_KEY ?? '',
    response: fields.get('bollard-response') ?? '',
  })
  const { success } = await (await fetch(`${host}/captcha/v1/siteverify`, { method: 'POST', body })).json()
  return success ? 'Welcome' : 'Refused'
})
