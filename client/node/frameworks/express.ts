import express, { type Request, type Response } from 'express'
import { protect, verdictOf } from '../src/express.ts'
import { answerOf, bollardOfEnvironment, expectations, port } from './forms.ts'

const bollard = bollardOfEnvironment()
const app = express()
app.use(express.urlencoded(), express.json(), (await import('multer')).default().any())
const answer = (request: Request, response: Response) => {
  response.json(answerOf(request.body, verdictOf(request)))
}
for (const [path, expected] of Object.entries(expectations)) app.post(path, protect(bollard, expected), answer)
app.post('/with-address', protect(bollard, { remoteIp: ({ ip }) => ip }), answer)
app.post(
  '/own-answer',
  protect(bollard, { onRefused: ({ code }, _request, response) => response.status(422).send(`own answer: ${code}`) }),
  answer,
)
app.listen(port, '127.0.0.1')
