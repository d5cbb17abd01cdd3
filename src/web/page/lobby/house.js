/** The one module of the lobby that knows where the house is. */

async function told(response) {
  const body = await response.json().catch(() => ({}));
  if (body.error) throw Object.assign(new Error(body.error.message), { help: body.error.help, code: body.error.code });
  if (!response.ok) throw new Error(`the server says ${response.status}`);
  return body.ok;
}

/** @param {string} what @returns {Promise<any>} what is in `ok`; an `Error` with `help` is thrown */
export const read = async (what) => told(await fetch(what));

/** @param {string} what @param {any} body */
export const post = async (what, body) => told(await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
