"""Small SVG drawings of cards and answers, shared by both games: plain shapes, text and nothing else.

The suit shapes are drawn here for this project. Cards of the Decktet, the deck of P. D. Magnus, are shown
by plain shapes of our own and their names as text.
"""
