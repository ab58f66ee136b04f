const WebSocket = globalThis.WebSocket ?? require("ws"); // Node before 22: Debian's node-ws, or npm install ws
const link = new URL(process.argv[2]); // http://localhost:8080/t/K7M2QXAB
const socket = new WebSocket(`${link.origin.replace("http", "ws")}/ws`);
const send = (message) => socket.send(JSON.stringify(message));

socket.onopen = () => send({ id: 1, do: "hello", version: 1, table: link.pathname.slice(3), since: 0 });
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "welcome") send({ id: 2, do: "join", name: "Ada" });
  if (message.type === "answer" && message.id === 2) send({ id: 3, do: "start" });
  for (const event of message.events ?? []) {
    console.log(JSON.stringify(event));
    if (event.ev === "drawn") send({ id: 4, do: "bid", moves: 9 });
    if (event.ev === "bid") socket.close();
  }
};
