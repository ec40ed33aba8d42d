/** Pages behind links that somebody was sent: whoever has the address may answer, so it is a secret. */
export const HOLDER_PATH = '/holder/';
export const DECIDE_PATH = '/decide/';
/** Where Slack sends what people press. No secret: what counts is the signature. */
export const SLACK_PATH = '/slack/interactions/';
const LINK_PATHS = [HOLDER_PATH, DECIDE_PATH];

export const isLinkPage = (url: string): boolean => LINK_PATHS.some((path) => decoded(url).startsWith(path));

/** What logs may say of an address, also of one that leads nowhere because something was added to it. */
export const loggedPath = (url: string): string => {
  const path = url.split('?', 1)[0] as string;
  const read = decoded(path);
  const [first] = LINK_PATHS.map((each) => ({ each, at: read.indexOf(each) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return first === undefined ? path : `${read.slice(0, first.at)}${first.each}:token`;
};

/** As routes are found. */
function decoded(url: string): string {
  if (!url.includes('%')) return url;
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
