/** Pages behind links that somebody was sent: whoever has the address may answer, so it is a secret. */
export const HOLDER_PATH = '/holder/';

export const isLinkPage = (url: string): boolean => decoded(url).startsWith(HOLDER_PATH);

/** What logs may say of an address, also of one that leads nowhere because something was added to it. */
export const loggedPath = (url: string): string => {
  const path = url.split('?', 1)[0] as string;
  const at = decoded(path).indexOf(HOLDER_PATH);
  return at < 0 ? path : `${decoded(path).slice(0, at)}${HOLDER_PATH}:token`;
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
