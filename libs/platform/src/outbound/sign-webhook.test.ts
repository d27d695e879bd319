import { expect, it } from 'vitest';
import { Secret } from '#kernel';
import { signWebhook } from './sign-webhook.js';

it('signs as the specification shows it', () => {
  // The example of standardwebhooks.com.
  const secret = new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  expect(signWebhook(message, secret, 1_614_265_330_999)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('takes any other secret as the bytes that it is', () => {
  const message = { id: 'a', body: '{}' };
  const signatureOf = (secret: string) =>
    signWebhook(message, new Secret(secret), 0)['webhook-signature'];
  expect(signatureOf('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).not.toBe(
    signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  );
});
