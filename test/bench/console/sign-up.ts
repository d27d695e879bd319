import { enterFirst } from '../../support/first-owner.js';

/** So many people of an organisation, signed in. @returns their cookies */
export async function signUp(url: string, count: number): Promise<readonly string[]> {
  const owner = await enterFirst(url);
  const cookies = [owner.cookies];
  while (cookies.length < count) {
    const { cookies: own } = await owner.invited('admin', `admin-${cookies.length}@example.com`);
    cookies.push(own);
  }
  return cookies;
}
