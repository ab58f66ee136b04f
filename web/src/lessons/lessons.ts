/*
 * The course: small boards, each with one thing to learn. Positions are data; a test holds each of them to the number of moves it
 * says, and to needing what it teaches (lessons.test.ts).
 */
interface Task {
  position: string;
  moves: number; // of a shortest route
}
export interface Lesson {
  id: string;
  kind: "slide" | "bid" | "micro";
  tasks: Task[];
}

/* What shows a board of a lesson is given. */
export interface TaskProps {
  lesson: Lesson;
  n: number; // which of its boards
  sentence: string;
  onDone: () => void;
  onSkip: () => void;
}

/* So many lessons are the game itself; what follows is for boards that have more on them. */
export const BASICS = 5;

export const LESSONS: Lesson[] = [
  { id: "slide", kind: "slide", tasks: [{ position: "5x5-tRse5/Ra1/Rs", moves: 2 }] },
  { id: "wall", kind: "slide", tasks: [{ position: "5x5-wI-tRsc1/Ra5/Rs", moves: 2 }] },
  {
    id: "blocker",
    kind: "slide",
    tasks: [
      { position: "5x5-tRsd1/Ra5,Be5/Rs", moves: 2 },
      { position: "5x5-tRsd1/Ra5,Be3/Rs", moves: 3 },
    ],
  },
  { id: "ricochet", kind: "slide", tasks: [{ position: "5x5-tRse1/Ra1/Rs", moves: 3 }] },
  { id: "bid", kind: "bid", tasks: [{ position: "5x5-wI-tRsc1/Re5/Rs", moves: 3 }] },
  {
    id: "barrier",
    kind: "slide",
    tasks: [
      { position: "5x5-bBdc3-tRsc5/Ra3/Rs", moves: 1 },
      { position: "5x5-wAABg-bBdc3-tBme1/Bc5/Bm", moves: 2 },
    ],
  },
  { id: "silver", kind: "slide", tasks: [{ position: "5x5-tRsb1/Re5,Sa3/Rs", moves: 3 }] },
  { id: "transparent", kind: "slide", tasks: [{ position: "5x5-wIiIg-tVe5/Ta1/V", moves: 3 }] },
  { id: "micro", kind: "micro", tasks: [{ position: "black-A0-B0-D0-C0/1P>6W", moves: 2 }] },
];
